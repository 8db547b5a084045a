from __future__ import annotations

import json

import pytest
from PIL import Image

from footfall.script import skill_names
from footfall.studio.workspace.gallery import FOLDER, INDEX, gallery, picture_name
from footfall.studio.workspace.project import first_line

HOW = "run `make thumbnails`"


def test_every_skill_of_the_library_is_shown() -> None:
    items = {item.name: item for item in gallery().items}
    assert sorted(items) == skill_names()
    walk = items["simbicon/walk3d"]
    assert (walk.title, walk.group, walk.body) == ("Walk, 3D", "simbicon", "human")
    assert walk.doc.startswith("Walks straight")


@pytest.mark.parametrize("name", skill_names())
def test_every_skill_has_a_moving_picture(name: str) -> None:
    index = json.loads(INDEX.read_text(encoding="utf-8"))
    path = FOLDER / picture_name(name)
    assert name in index and path.is_file(), HOW
    row = index[name]
    with Image.open(path) as picture:
        assert picture.size == (row["frames"] * row["width"], row["height"]), HOW
    assert path.stat().st_size < 100_000 and 0.3 <= row["seconds"] <= 10.0


def test_no_picture_is_left_over() -> None:
    assert {p.name for p in FOLDER.glob("*.webp")} == {picture_name(n) for n in skill_names()}, HOW


def test_the_first_line_of_documentation() -> None:
    assert first_line("## A walk.\n## More.\nSKILL a()\n") == "A walk."
    assert first_line("# no\n\n## Yes\n") == "Yes"
    assert first_line("SKILL a()\n## late\n") == ""
