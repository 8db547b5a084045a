"""A user's MJCF with all that it needs, in memory: a body carries it, whatever becomes of the files."""

from __future__ import annotations

import hashlib
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from footfall.errors import FootfallError
from footfall.reading import MissingError, read_bytes

MAX_BYTES = 200_000_000  # of all files together
MOST_BYTES = 10_000_000  # of an MJCF: some hold their meshes
_MAX_DEPTH = 16  # includes inside includes
_FOLDERS = {"texture": "texturedir"}  # which folder of <compiler> counts; else meshdir


def read_mjcf(file: Path) -> tuple[str, dict[str, bytes]]:
    """Reads an MJCF file and all that it includes and names.

    Returns:
        The text with its includes in place, and the other files by the names that the text has for them:
        made from their content, so that two bodies in one scene agree about them.

    Raises:
        FootfallError: One of the files is missing, too large, or no XML.
    """
    try:
        root = _parse(file)
    except MissingError:
        raise FootfallError(
            "there is no such MJCF file", where=str(file), help="mjcf is relative to the TOML file"
        ) from None
    _include(root, file.parent, 0)
    assets: dict[str, bytes] = {}
    folders = _folders(root)
    for node in root.iter():
        for key in [key for key in node.attrib if key.startswith("file") and node.tag != "include"]:
            _take(node, key, file.parent, folders, assets)
    return ET.tostring(root, encoding="unicode"), assets


def _parse(file: Path) -> ET.Element:
    try:
        return ET.fromstring(read_bytes(file, MOST_BYTES))
    except (ET.ParseError, ValueError, LookupError) as error:
        raise FootfallError(
            f"MuJoCo refuses this MJCF, which is not XML: {error}", where=str(file), help="mend the MJCF"
        ) from None


def _include(node: ET.Element, folder: Path, depth: int) -> None:
    """Put the content of included files where they are included, as MuJoCo does."""
    if depth > _MAX_DEPTH:
        raise FootfallError("files include each other in a circle", where=str(folder), help="mend the MJCF")
    children: list[ET.Element] = []
    for child in node:
        if child.tag == "include":
            inside = _parse(folder / child.get("file", ""))
            _include(inside, folder, depth + 1)
            children += list(inside)
        else:
            _include(child, folder, depth)
            children.append(child)
    node[:] = children


def _folders(root: ET.Element) -> Mapping[str, str]:
    """What <compiler> says of folders; taken out of it, since files are known by other names from now on."""
    found = {"meshdir": "", "texturedir": "", "strippath": "false"}
    for compiler in root.iter("compiler"):
        for key in ("assetdir", "meshdir", "texturedir", "strippath"):
            value = compiler.attrib.pop(key, None)
            if value is not None and key == "assetdir":
                found["meshdir"] = found["texturedir"] = value
            elif value is not None:
                found[key] = value
    return found


def _take(
    node: ET.Element, key: str, folder: Path, folders: Mapping[str, str], assets: dict[str, bytes]
) -> None:
    """Read a file that is named, and name it by its content."""
    written = node.attrib[key]
    name = PurePosixPath(written.replace("\\", "/"))
    inside = name.name if folders["strippath"] == "true" else str(name)
    data = read_bytes(folder / folders[_FOLDERS.get(node.tag, "meshdir")] / inside, MAX_BYTES)
    flat = hashlib.sha256(data).hexdigest()[:16] + name.suffix
    assets[flat] = data
    if sum(len(one) for one in assets.values()) > MAX_BYTES:
        raise FootfallError("its files are too large", where=written, help="use simpler meshes")
    if key == "file" and not node.get("name") and node.tag in ("mesh", "texture", "hfield", "skin"):
        node.set("name", name.stem)  # what MuJoCo calls it by default
    node.set(key, flat)
