"""The script as an editor needs it: checks, completion, hover, outline, and one text for all pages."""
