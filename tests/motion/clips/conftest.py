"""Small clips made here, and where real ones would be."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
BVH = """HIERARCHY
ROOT Hips
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
	JOINT Arm
	{
		OFFSET 0 10 0
		CHANNELS 3 %s
		End Site
		{
			OFFSET 0 0 5
		}
	}
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0 0 0 0 0 0 0
1 2 3 0 0 0 %s
"""


@pytest.fixture
def mocap() -> Path:
    """The folder with real captures, which is no part of this repository."""
    for folder in (ROOT.parent, ROOT.parent.parent):
        if (folder / "shared" / "mocap").is_dir():
            return folder / "shared" / "mocap"
    pytest.skip("there is no ../shared/mocap with captures: readers are only tried on small files")


@pytest.fixture
def bvh_text() -> str:
    """A root and one joint; two places to fill in: the order of channels, and their values."""
    return BVH
