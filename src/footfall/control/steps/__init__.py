"""Steps: where a foot is to land, when, and how it gets there."""
