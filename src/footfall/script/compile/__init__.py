"""From checked trees to a Program."""
