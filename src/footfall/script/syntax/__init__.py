"""Text to tree and back: tokens, parser, tree, canonical layout."""
