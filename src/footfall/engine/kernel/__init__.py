"""The compiled half of the engine: the loop, the call stack, and how both see an actor.

Together with the primitives of `footfall.control` this is all that numba compiles. The other modules of
`footfall.engine` are the host's side: editing them compiles nothing.
"""
