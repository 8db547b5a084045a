"""The command line: one module per command, each thin: parse, call, print.

Modules here import neither MuJoCo, numba nor matplotlib at their top, so that
``footfall --help`` answers at once; a command imports what it needs when it runs.
"""
