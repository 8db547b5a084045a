"""What the project promises, measured: each module here is also a command."""
