"""``footfall play``: a skill, live."""
