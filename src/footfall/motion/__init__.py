"""Ways to look at a recorded motion: film strips, videos, plots and still pictures."""
