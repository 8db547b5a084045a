"""``footfall robust``: what a skill stands."""
