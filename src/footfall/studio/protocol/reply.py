"""Base classes of all messages from the server."""

from __future__ import annotations

from msgspec import Struct


class Part(Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of the parts of messages."""


class Reply(Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    """Base of all messages to the page."""
