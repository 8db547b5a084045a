"""Checks of modern scripts: all that is wrong or worth knowing, before anything runs."""
