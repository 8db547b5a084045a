"""What people ask for: codes, examples of mistakes, statements in plain text, the reference."""
