"""The text that all pages edit; the server puts their changes into one order.

A page sends its changes with the version that they were made to. If that is the newest version, they are
accepted, get the next version number and are sent to all pages. If another page was first, they are not
accepted: the page receives the other change, rebases its own on it and sends it again. So all pages end with
the same text, and nothing that was typed is lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from footfall.errors import FootfallError
from footfall.studio.editing.offsets import Offsets
from footfall.studio.protocol.message import MAX_TEXT, Change

_REMEMBERED = 64  # edits whose names are kept, for pages that lost their connection while one was on its way


class SharedText:
    """A text with a version number.

    Args:
        text: At first.
        version: Of that text.

    Attributes:
        text: As it is now.
        version: Rises with every change.
        accepted: Names of the last edits that were accepted.
    """

    def __init__(self, text: str = "", version: int = 0) -> None:
        self.text, self.version = text, version
        self.accepted: deque[str] = deque(maxlen=_REMEMBERED)

    def edit(self, version: int, changes: Sequence[Change], name: str = "") -> bool:
        """Change the text, if the change was made to its newest version.

        Args:
            version: Which the change was made to.
            changes: Places are those of that version, in UTF-16 units.
            name: Of the edit; one that was accepted is not accepted again.

        Returns:
            Whether it was accepted.

        Raises:
            FootfallError: The change does not fit the text, or makes it too long.
        """
        if version != self.version or (name and name in self.accepted):
            return False
        self.text = apply(self.text, changes)
        self.version += 1
        if name:
            self.accepted.append(name)
        return True

    def put(self, text: str) -> None:
        """Replace the whole text; changes of earlier versions are not accepted any more."""
        self.text, self.version = text, self.version + 1


def apply(text: str, changes: Sequence[Change]) -> str:
    r"""A text with some changes; all places are those of the text before.

    Raises:
        FootfallError: They do not fit, or the text gets too long.

    >>> apply("ab\U0001f6b6c", [Change(start=0, end=1, text="x"), Change(start=4, end=4, text="!")])
    'xb🚶!c'
    """
    at, last, pieces = Offsets(text), 0, []
    for change in changes:
        start, end = at.text(change.start), at.text(change.end)
        whole = at.page(start) == change.start and at.page(end) == change.end
        if not (whole and last <= start <= end <= len(text)):
            raise FootfallError("the change does not fit the text", help="load the page again")
        pieces += [text[last:start], change.text]
        last = end
    made = "".join([*pieces, text[last:]])
    if len(made) > MAX_TEXT:
        raise FootfallError(
            f"the text is longer than {MAX_TEXT:,} characters",
            help="what is beyond that is not kept: undo it",
        )
    return made


def difference(before: str, after: str) -> tuple[Change, ...]:
    """The smallest single change that makes one text the other; none when they are equal.

    >>> difference("lean = 0.1;", "lean = 0.25;")[0].text
    '25'
    """
    if before == after:
        return ()
    most = min(len(before), len(after))
    same = next((i for i in range(most) if before[i] != after[i]), most)
    left = most - same
    tail = next((i for i in range(left) if before[-1 - i] != after[-1 - i]), left)
    at = Offsets(before)
    end = len(before) - tail
    return (Change(start=at.page(same), end=at.page(end), text=after[same : len(after) - tail]),)
