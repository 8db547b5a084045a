"""Coaching: words like "higher" or "softer landing", as terms of an objective or pushes on named numbers."""
