"""How much a skill stands: pushes, slopes, steps, friction, other bodies and solvers; found by bisection."""
