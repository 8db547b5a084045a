"""The script that is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class OpenScript:
    """A script that is open.

    Attributes:
        name, path: Of its Source.
        file: The project's file it is saved to; "" for one of the library.
        digest: Of that file when it was read or written; see `Project.digest`.
        proportions: Factors on the body it begins with.
        saved_text: What its file holds, or the library: what differs from it has not been saved.
        saved_proportions: Factors on the body that were saved with it.
    """

    name: str
    path: str
    file: str = ""
    digest: str = ""
    proportions: Mapping[str, float] = field(default_factory=dict)
    saved_text: str = ""
    saved_proportions: Mapping[str, float] = field(default_factory=dict)
