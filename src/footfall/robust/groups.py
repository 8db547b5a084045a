"""The names of the groups of trials: known without loading a simulator."""

GROUP_NAMES = (
    "pushes",
    "slopes",
    "steps",
    "lean",
    "friction",
    "balls",
    "mass",
    "length",
    "delay",
    "torque",
    "timestep",
    "solver",
)
