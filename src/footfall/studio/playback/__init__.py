"""What runs in the simulation processes: the player and its history, ghosts and exports."""
