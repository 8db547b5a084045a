"""Search: any number of a script, tuned against an objective, on many workers, resumable."""
