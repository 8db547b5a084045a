"""The gallery: every skill of the library with a moving picture, made by `thumbnails`."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from footfall.errors import FootfallError
from footfall.script import Source, find_skill, skill_names
from footfall.script.syntax.parser import parse_head
from footfall.studio.protocol.replies import Gallery, GalleryItem
from footfall.studio.workspace.project import first_line

FOLDER = Path(__file__).resolve().parents[1] / "thumbnails"
INDEX = FOLDER / "index.json"


def picture_name(skill: str) -> str:
    """The file of a skill's picture.

    >>> picture_name("moves/fast-walk")
    'moves--fast-walk.webp'
    """
    return skill.replace("/", "--") + ".webp"


def title_of(stem: str) -> str:
    """A skill's name for people.

    >>> title_of("fast-walk"), title_of("cloud-hands3d")
    ('Fast walk', 'Cloud hands, 3D')
    """
    plain = stem.removesuffix("3d")
    words = plain.replace("-", " ").strip().capitalize()
    return f"{words}, 3D" if plain and plain != stem else words


@lru_cache(maxsize=1)
def gallery() -> Gallery:
    """Every skill of the library, sorted."""
    try:
        index = json.loads(INDEX.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        index = {}
    items = []
    for name in skill_names():
        try:
            source = find_skill(name)
        except FootfallError:
            continue
        items.append(_item(source, index.get(name, {})))
    return Gallery(items=tuple(items))


def _item(source: Source, picture: dict[str, float]) -> GalleryItem:
    group, _, stem = source.name.rpartition("/")
    script = parse_head(source)
    file = picture_name(source.name)
    there = bool(picture) and (FOLDER / file).is_file()
    return GalleryItem(
        name=source.name,
        title=title_of(stem),
        doc=first_line(source.text),
        body=script.body.text if script.body else "human",
        group=group or "skills",
        thumbnail=f"/thumbnails/{quote(file)}" if there else "",
        frames=int(picture.get("frames", 0)),
        width=int(picture.get("width", 0)),
        height=int(picture.get("height", 0)),
        seconds=float(picture.get("seconds", 0.0)),
    )
