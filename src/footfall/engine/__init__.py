"""When: link, kernel, State, Sim, Recording."""
