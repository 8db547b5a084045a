"""How: one module per primitive of the language, each a small compiled function with its equation."""
