"""Base classes and field types of all messages from the page, and their size limits."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MAX_MESSAGE = 4_000_000  # bytes of one message: the longest text in any alphabet
MAX_TEXT = 1_000_000  # characters of a script
MAX_LIVE = (
    50_000  # characters of a script, with all that it calls, that runs and is helped with while it is edited
)

Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Seconds = Annotated[float, Meta(ge=0.0, le=1e6)]
Newtons = Annotated[float, Meta(ge=-1e5, le=1e5)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # what the page's numbers can count exactly
Vector = tuple[Newtons, Newtons, Newtons]


class Message(
    Struct, frozen=True, kw_only=True, rename="camel", tag_field="type", forbid_unknown_fields=True
):
    """Base of all messages from the page."""


class Change(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Replace text from `start` to `end`, in UTF-16 units."""

    start: Count
    end: Count
    text: Text
