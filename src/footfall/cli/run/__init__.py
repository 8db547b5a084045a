"""Commands that simulate: run, replay, demo."""
