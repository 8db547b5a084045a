"""The studio: a page in the browser that shows a body, lets it be pushed, and edits its script live."""
