"""What all messages of the server are made of."""

from __future__ import annotations

from msgspec import Struct


class Part(Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of what messages hold."""


class Reply(Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    """Base of all messages to the page."""
