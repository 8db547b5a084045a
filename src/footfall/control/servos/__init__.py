"""Servos: torques that hold joints, parts and the root where a script wants them."""
