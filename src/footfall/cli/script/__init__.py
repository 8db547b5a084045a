"""Commands about scripts: check, format, convert, explain, list, and styles."""
