"""Tracking clips: the reward of Geijtenbeek et al. (2012), the script that is tuned, and its search."""
