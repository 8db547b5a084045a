"""What tests of the studio run: the planar walk, which is quick."""

from __future__ import annotations

from footfall.script import compile_source, find_skill
from footfall.studio.playback.restore_point import Setup


def setup_of(skill: str = "simbicon/walk") -> Setup:
    """A Setup of a skill of the library."""
    source = find_skill(skill)
    return Setup(source.name, source.path, source.text, compile_source(source).body or "human")


class Received(list[object]):
    """What was said, in order."""

    def of(self, kind: type) -> list[object]:
        return [message for message in self if isinstance(message, kind)]

    def last(self, kind: type) -> object:
        return self.of(kind)[-1]
