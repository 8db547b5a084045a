"""The one exception for bad input: what is wrong, where, and how to mend it."""

from __future__ import annotations


class FootfallError(Exception):
    """Something the user can fix. The command line prints it and exits with 2.

    Attributes:
        message: What is wrong, in one sentence.
        where: The place: a file, ``file:line:column``, an option; "" when there is none.
        help: How to fix it, in one sentence; "" when there is nothing to add.
    """

    def __init__(self, message: str, *, where: str = "", help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.help = help

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text}\n  help: {self.help}" if self.help else text


def nearest(name: str, names: list[str] | tuple[str, ...]) -> str:
    """A sentence that offers the nearest of `names`, or lists them when they are few.

    >>> nearest("huma", ["human", "planar7"])
    "did you mean 'human'?"
    >>> nearest("wolk", ["moves/walk", "moves/squat"])
    "did you mean 'moves/walk'?"
    """
    import difflib

    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if not close:
        lower = {n.lower(): n for n in names}
        close = [lower[m] for m in difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.6)]
    if not close:  # a skill's name without its folder
        last = {n.rsplit("/", 1)[-1]: n for n in names if "/" in n}
        close = [last[m] for m in difflib.get_close_matches(name, last, n=1, cutoff=0.6)]
    if close:
        return f"did you mean '{close[0]}'?"
    if len(names) <= 8:
        return "it can be " + ", ".join(names)
    return "it can be " + ", ".join(list(names)[:8]) + ", …"
