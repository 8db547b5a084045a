"""The one exception for bad input: what is wrong, where, and how to mend it."""

from __future__ import annotations

_LONGEST = 60  # characters of a name that is compared with others, or listed
_MOST_COMPARED = 1000


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


class ArgumentError(FootfallError):
    """A wrong argument of a function; the command line names the option behind it instead.

    Attributes:
        argument: The argument's name.
    """

    def __init__(self, message: str, *, argument: str, help: str = "") -> None:
        super().__init__(message, where=argument, help=help)
        self.argument = argument


def nearest(name: str, names: list[str] | tuple[str, ...]) -> str:
    """A sentence that offers the nearest of `names`, or lists them when they are few.

    >>> nearest("huma", ["human", "planar7"])
    "did you mean 'human'?"
    >>> nearest("wolk", ["moves/walk", "moves/squat"])
    "did you mean 'moves/walk'?"
    """
    close = _closest(name, names)
    if close:
        return f"did you mean '{close}'?"
    return listed(names)


def listed(names: list[str] | tuple[str, ...]) -> str:
    """A sentence that lists the first of what a name can be.

    >>> listed(["human", "planar7"])
    'it can be human, planar7'
    """
    few = [n if len(n) <= _LONGEST else n[: _LONGEST - 1] + "…" for n in names[:8]]
    return "it can be " + ", ".join(few + ["…"] * (len(names) > len(few)))


def _closest(name: str, names: list[str] | tuple[str, ...]) -> str:
    """The nearest of the names, "" when none is near.

    Comparing is slow, and quadratic in a name's length: what nobody typed by hand is not compared.
    """
    import difflib

    if len(name) > _LONGEST:
        return ""
    few = [n for n in names if abs(len(n.rsplit("/", 1)[-1]) - len(name)) < _LONGEST][:_MOST_COMPARED]
    by_case = {n.lower(): n for n in few}
    by_end = {n.rsplit("/", 1)[-1]: n for n in few if "/" in n}  # a skill's name without its folder
    for word, known in ((name, {n: n for n in few}), (name.lower(), by_case), (name, by_end)):
        close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
        if close:
            return known[close[0]]
    return ""
