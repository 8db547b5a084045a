"""Small readers of BVH and GLB, written from the formats' descriptions and not from our writers."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

SIZES = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
TYPES = {5126: np.dtype("<f4"), 5123: np.dtype("<u2"), 5125: np.dtype("<u4")}


def to_world(v: np.ndarray) -> np.ndarray:
    """X left, Y up, Z forward of a file as x forward, y left, z up."""
    return v[..., [2, 0, 1]]


def about(axis: int, degrees: float) -> np.ndarray:
    """The matrix of a turn about X, Y or Z."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    out = np.eye(3)
    out[i, i] = out[j, j] = c
    out[i, j], out[j, i] = -s, s
    return out


def read_bvh(path: Path) -> tuple[dict[str, np.ndarray], float]:
    """Where each joint is, name -> (n, 3) in the file's units and the world's axes, and the frame time."""
    head, motion = path.read_text().split("MOTION\n")
    joints: list[dict[str, Any]] = []
    stack: list[dict[str, Any]] = []
    for words in (line.split() for line in head.splitlines()[1:]):
        if words[0] in ("ROOT", "JOINT", "End"):
            parent = stack[-1] if stack else None
            joints.append({"name": words[1], "parent": parent, "end": words[0] == "End", "channels": []})
        elif words[0] == "{":
            stack.append(joints[-1])
        elif words[0] == "}":
            stack.pop()
        elif words[0] == "OFFSET":
            stack[-1]["offset"] = np.array(words[1:], float)
        else:
            stack[-1]["channels"] = words[2:]
    lines = motion.splitlines()
    assert lines[0] == f"Frames: {len(lines) - 2}"
    places: dict[str, list[np.ndarray]] = {j["name"]: [] for j in joints if not j["end"]}
    for line in lines[2:]:
        numbers = iter(float(x) for x in line.split())
        for joint in joints:
            at, turn = np.array(joint["offset"]), np.eye(3)
            for channel in joint["channels"]:
                axis, value = "XYZ".index(channel[0]), next(numbers)
                if channel.endswith("position"):
                    at[axis] += value
                else:
                    turn = turn @ about(axis, value)
            up = joint["parent"]
            joint["at"] = at if up is None else up["at"] + up["turn"] @ at
            joint["turn"] = turn if up is None else up["turn"] @ turn
            if not joint["end"]:
                places[joint["name"]].append(joint["at"])
        assert next(numbers, None) is None
    return {k: to_world(np.array(v)) for k, v in places.items()}, float(lines[1].split()[-1])


class Glb:
    """A GLB file, checked while it is read."""

    def __init__(self, data: bytes) -> None:
        magic, version, total = struct.unpack_from("<4sII", data)
        assert (magic, version, total) == (b"glTF", 2, len(data))
        length, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and length % 4 == 0
        self.json: dict[str, Any] = json.loads(data[20 : 20 + length])
        size, kind = struct.unpack_from("<I4s", data, 20 + length)
        assert kind == b"BIN\0" and size % 4 == 0 and 28 + length + size == total
        self.blob = data[28 + length :]
        assert self.json["buffers"] == [{"byteLength": size}]
        for view in self.json["bufferViews"]:
            assert view["byteOffset"] % 4 == 0 and view["byteOffset"] + view["byteLength"] <= size
        self.parents = {c: k for k, node in enumerate(self.json["nodes"]) for c in node.get("children", [])}

    def accessor(self, index: int) -> np.ndarray:
        """The numbers of an accessor; its bounds, where it has any, are true."""
        a = self.json["accessors"][index]
        view, dtype, width = (
            self.json["bufferViews"][a["bufferView"]],
            TYPES[a["componentType"]],
            SIZES[a["type"]],
        )
        assert view["byteLength"] == a["count"] * width * dtype.itemsize
        flat = np.frombuffer(self.blob, dtype, a["count"] * width, view["byteOffset"]).reshape(-1, width)
        if "min" in a:
            assert flat.min(axis=0).tolist() == a["min"] and flat.max(axis=0).tolist() == a["max"]
        return flat

    def positions(self) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """The instants (n,), and where each moving node is, name -> (n, 3) in the world's axes."""
        tracks: dict[tuple[int, str], np.ndarray] = {}
        (animation,) = self.json["animations"]
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            assert sampler["interpolation"] == "LINEAR"
            time = self.accessor(sampler["input"])[:, 0]
            tracks[channel["target"]["node"], channel["target"]["path"]] = self.accessor(sampler["output"])
        poses: dict[int, np.ndarray] = {}
        for index in range(len(self.json["nodes"])):
            self._place(index, tracks, poses, len(time))
        names = {self.json["nodes"][k]["name"]: k for k, _ in tracks}
        return time, {name: to_world(poses[k][:, :3, 3]) for name, k in names.items()}

    def _place(
        self, index: int, tracks: dict[tuple[int, str], np.ndarray], poses: Any, count: int
    ) -> np.ndarray:
        if index not in poses:
            node = self.json["nodes"][index]
            at = tracks.get((index, "translation"), node.get("translation", [0.0, 0.0, 0.0]))
            q = tracks.get((index, "rotation"), node.get("rotation", [0.0, 0.0, 0.0, 1.0]))
            local = np.tile(np.eye(4), (count, 1, 1))
            local[:, :3, 3] = at
            local[:, :3, :3] = matrices(np.broadcast_to(q, (count, 4)).astype(float))
            up = self.parents.get(index)
            poses[index] = local if up is None else self._place(up, tracks, poses, count) @ local
        return poses[index]


def matrices(q: np.ndarray) -> np.ndarray:
    """Matrices (n, 3, 3) of quaternions (n, 4), scalar last."""
    assert np.allclose(np.linalg.norm(q, axis=1), 1.0, atol=1e-6)
    x, y, z, w = q.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.array(rows).transpose(2, 0, 1)
