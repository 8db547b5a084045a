"""The container of a GLB: a glTF 2.0 document in JSON, and one buffer of numbers behind it."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

_FLOAT, _USHORT, _UINT = 5126, 5123, 5125
_KINDS = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}
VERTICES, INDICES = 34962, 34963  # what a buffer view is for


class Document:
    """A glTF document that is being made.

    Attributes:
        json: The document; its lists are filled as it is made.
        blob: The buffer.
    """

    def __init__(self, generator: str, extras: dict[str, Any]) -> None:
        """Begin an empty one; `extras` tells where it came from."""
        self.json: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": generator, "extras": extras},
            "scene": 0,
            "scenes": [{"nodes": []}],
            "nodes": [],
            "meshes": [],
            "materials": [],
            "accessors": [],
            "bufferViews": [],
        }
        self.blob = bytearray()
        self._materials: dict[tuple[float, ...], int] = {}

    def node(self, name: str, parent: int | None = None, **what: Any) -> int:
        """Add a node, to the scene or to a parent."""
        nodes = self.json["nodes"]
        nodes.append({"name": name, **what})
        index = len(nodes) - 1
        siblings = (
            self.json["scenes"][0]["nodes"] if parent is None else nodes[parent].setdefault("children", [])
        )
        siblings.append(index)
        return index

    def mesh(self, name: str, primitives: list[dict[str, Any]]) -> int:
        """Add a mesh."""
        self.json["meshes"].append({"name": name, "primitives": primitives})
        return len(self.json["meshes"]) - 1

    def material(self, rgba: ArrayLike) -> int:
        """A dull material of a colour (4,), 0 to 1 as a screen shows it; equal ones are one."""
        key = tuple(round(float(x), 4) for x in np.asarray(rgba, float))
        if key not in self._materials:
            factor = [*(_linear(x) for x in key[:3]), key[3]]
            paint = {"baseColorFactor": factor, "metallicFactor": 0.0, "roughnessFactor": 0.8}
            blend = {"alphaMode": "BLEND"} if key[3] < 1.0 else {}
            name = "#" + "".join(f"{round(255 * x):02x}" for x in key[:3])
            self.json["materials"].append({"name": name, "pbrMetallicRoughness": paint, **blend})
            self._materials[key] = len(self.json["materials"]) - 1
        return self._materials[key]

    def floats(self, values: ArrayLike, *, use: int | None = None, bounds: bool = False) -> int:
        """Add an accessor of float32 numbers, (n,) or (n, 3 or 4)."""
        array = np.ascontiguousarray(values, np.float32)
        limits: dict[str, Any] = {}
        if bounds:
            flat = array.reshape(len(array), -1)
            limits = {"min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()}
        return self._accessor(array, _FLOAT, _KINDS[1 if array.ndim == 1 else array.shape[1]], use, limits)

    def indices(self, values: ArrayLike) -> int:
        """Add an accessor of whole numbers that point at vertices."""
        wide = np.ascontiguousarray(values).ravel()
        small = int(wide.max(initial=0)) < 65535  # the largest is kept free by the format
        return self._accessor(
            wide.astype(np.uint16 if small else np.uint32), _USHORT if small else _UINT, "SCALAR", INDICES, {}
        )

    def _accessor(
        self, array: NDArray[Any], component: int, kind: str, use: int | None, limits: dict[str, Any]
    ) -> int:
        self.blob += bytes(-len(self.blob) % 4)
        view = {"buffer": 0, "byteOffset": len(self.blob), "byteLength": array.nbytes}
        self.json["bufferViews"].append(view if use is None else view | {"target": use})
        self.blob += array.tobytes()
        self.json["accessors"].append(
            {
                "bufferView": len(self.json["bufferViews"]) - 1,
                "componentType": component,
                "count": len(array),
                "type": kind,
                **limits,
            }
        )
        return len(self.json["accessors"]) - 1

    def bytes(self) -> bytes:
        """The whole file: a header of 12 bytes, then the two chunks, each of a length that 4 divides."""
        blob = bytes(self.blob) + bytes(-len(self.blob) % 4)
        document = {k: v for k, v in self.json.items() if v != []}  # empty lists are not allowed
        document["buffers"] = [{"byteLength": len(blob)}]
        text = json.dumps(document, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
        text += b" " * (-len(text) % 4)
        total = 12 + 8 + len(text) + 8 + len(blob)
        head = struct.pack("<4sII", b"glTF", 2, total)
        return b"".join(
            [
                head,
                struct.pack("<I4s", len(text), b"JSON"),
                text,
                struct.pack("<I4s", len(blob), b"BIN\0"),
                blob,
            ]
        )


def _linear(x: float) -> float:
    """A colour of the screen (sRGB) as an amount of light, which is what glTF counts in."""
    return round(x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4, 6)
