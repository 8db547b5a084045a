"""The parts of ``benchmarks/attack.py``: surfaces that take input, mutators, and workers that try them."""
