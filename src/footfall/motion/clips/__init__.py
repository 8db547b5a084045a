"""Motion clips: read from files of motion capture, edited, and carried over to a body."""
