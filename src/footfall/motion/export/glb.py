"""GLB (glTF 2.0): the scene as a tree of nodes with shapes and materials, and its motion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from footfall import __version__
from footfall.motion import shapes
from footfall.motion.clips.rotations import IDENTITY, continuous, inverse, rotate
from footfall.motion.export.axes import Floats, to_file, turn_to_file
from footfall.motion.export.gltf import VERTICES, Document
from footfall.motion.export.meshes import Mesh, joined, shape_mesh
from footfall.motion.export.rig import Skeleton, find_rig, skeleton
from footfall.motion.export.take import Cut, Take
from footfall.motion.files import writing
from footfall.motion.samples import JUMP
from footfall.world.props import PREFIX

FLOOR = np.array([0.85, 0.87, 0.89, 1.0])  # times a colour: what has the ground's pattern, plain
FAR = 100.0  # m from the first character: balls that wait to be thrown, out of sight
MARGIN = 2.0  # m of an unbounded floor around the motion


def write_glb(take: Take, cut: Cut, path: Path) -> list[Path]:
    """Write ground, characters and things, with their motion, into one file; lengths are metres.

    Raises:
        FootfallError: There is no such rig, or the file cannot be written.
    """
    with writing(path, (".glb",)) as draft:
        draft.write_bytes(glb_bytes(take, cut))
    return [path]


def glb_bytes(take: Take, cut: Cut) -> bytes:
    """The file's content."""
    rig = find_rig(cut.rig)
    extras = {key: take.rec.header[key] for key in ("skill", "body", "seed")}
    doc = Document(f"footfall {__version__}", extras)
    at, turns = take.places()
    figures = [
        (skeleton(take.model, body, prefix, rig), body.name, prefix) for body, prefix in take.characters
    ]
    theirs = sorted({body for bones, _, _ in figures for body in bones.bodies})
    _add_ground(doc, take.model, at[:, theirs].reshape(-1, 3))
    motion = _Motion(doc, take.time - take.time[0], str(take.rec.header["skill"]))
    for bones, name, prefix in figures:
        _add_character(doc, take.model, bones, prefix + name, prefix, motion, bones.local(at, turns))
    for body in range(1, take.model.nbody):
        far = np.linalg.norm(at[:, body] - at[:, theirs[0]], axis=1).min() > FAR
        if body not in theirs and int(take.model.body_weldid[body]) != 0 and not far:
            _add_thing(doc, take.model, body, motion, at[:, body], turns[:, body])
    motion.close()
    return doc.bytes()


class _Motion:
    """The animation: a channel for each node's place or turn, all at the same instants."""

    def __init__(self, doc: Document, time: Floats, name: str) -> None:
        self._doc = doc
        self._at = time
        self._time = doc.floats(time, bounds=True)
        self._name = name
        self._channels: list[dict[str, Any]] = []
        self._samplers: list[dict[str, Any]] = []

    def places(self, node: int, at: Floats) -> None:
        """A node's places (n, 3), in the world's axes.

        What is moved elsewhere (a ball, to be thrown) stays where it was until just before: it would be
        seen to fly there.
        """
        jumps = np.flatnonzero(np.linalg.norm(np.diff(at, axis=0), axis=1) > JUMP) + 1
        if len(jumps) == 0:
            self._add(node, "translation", self._doc.floats(to_file(at)))
            return
        before = self._at[jumps] - 0.01 * np.diff(self._at)[jumps - 1]
        time = self._doc.floats(np.insert(self._at, jumps, before), bounds=True)
        held = np.insert(at, jumps, at[jumps - 1], axis=0)
        self._add(node, "translation", self._doc.floats(to_file(held)), time)

    def turns(self, node: int, turns: Floats) -> None:
        """A node's turns (n, 4), in the world's axes."""
        self._add(node, "rotation", self._doc.floats(_quaternions(continuous(turns))))

    def _add(self, node: int, path: str, output: int, time: int | None = None) -> None:
        self._channels.append({"sampler": len(self._samplers), "target": {"node": node, "path": path}})
        instants = self._time if time is None else time
        self._samplers.append({"input": instants, "output": output, "interpolation": "LINEAR"})

    def close(self) -> None:
        """Put it into the document."""
        animation = {"name": self._name, "channels": self._channels, "samplers": self._samplers}
        self._doc.json["animations"] = [animation]


def _quaternions(turns: Floats) -> Floats:
    """Turns (…, 4) of the world as glTF has them: its axes, scalar last, of length 1."""
    q = turn_to_file(turns)[..., [1, 2, 3, 0]]
    return np.asarray(q / np.linalg.norm(q, axis=-1, keepdims=True))


def _add_character(
    doc: Document,
    model: mujoco.MjModel,
    bones: Skeleton,
    name: str,
    prefix: str,
    motion: _Motion,
    local: tuple[Floats, Floats],
) -> None:
    """A node for each bone, at rest where the rig has it, and its motion."""
    at, turns = local
    top = doc.node(name)
    nodes: list[int] = []
    slides = bones.sliding(at)
    for k, parent in enumerate(bones.parents):
        shape = _body_mesh(doc, model, bones.bodies[k], bones.turns[k], bones.anchors[k])
        rest = bones.offsets[k] if parent >= 0 else _standing(bones)
        node = doc.node(
            prefix + bones.names[k],
            nodes[parent] if parent >= 0 else top,
            translation=to_file(rest).tolist(),
            **shape,
        )
        nodes.append(node)
        motion.turns(node, turns[:, k])
        if parent < 0 or slides[k]:
            motion.places(node, at[:, k])


def _standing(bones: Skeleton) -> Floats:
    """Where the root is when the figure at rest stands on the ground, nearly: its lowest bone is at 0."""
    spots = np.zeros_like(bones.offsets)
    for k, parent in enumerate(bones.parents[1:], 1):
        spots[k] = spots[parent] + bones.offsets[k]
    return np.array([0.0, 0.0, -float(spots[:, 2].min())])


def _add_thing(
    doc: Document, model: mujoco.MjModel, body: int, motion: _Motion, at: Floats, turns: Floats
) -> None:
    shape = _body_mesh(doc, model, body, IDENTITY, np.zeros(3))
    if not shape:
        return
    node = doc.node(
        _thing_name(model.body(body).name) or f"thing{body}",
        translation=to_file(at[0]).tolist(),
        rotation=_quaternions(turns[0]).tolist(),
        **shape,
    )
    motion.turns(node, turns)
    motion.places(node, at)


def _thing_name(name: str) -> str:
    """A thing as the world calls it: ``crate``; what moves by itself of a thing in pieces has a number."""
    plain, _, piece = name.removeprefix(PREFIX).partition("#")
    return plain if piece in ("", "0") else f"{plain}.{piece}"


def _body_mesh(
    doc: Document, model: mujoco.MjModel, body: int, turn: Floats, anchor: Floats
) -> dict[str, int]:
    """The drawn shapes of a body, turned to where they are at rest: what its node holds."""
    first, count = int(model.body_geomadr[body]), int(model.body_geomnum[body])
    by_colour: dict[tuple[float, ...], list[Mesh]] = {}
    for geom in range(first, first + count):
        mesh = shape_mesh(model, geom, (np.full(2, -MARGIN), np.full(2, MARGIN)))
        if mesh is None or not shapes.shown(model, geom):
            continue
        placed = mesh.placed(model.geom_pos[geom] - anchor, model.geom_quat[geom]).placed(np.zeros(3), turn)
        by_colour.setdefault(tuple(shapes.colour(model, geom).tolist()), []).append(placed)
    return _mesh_of(doc, model.body(body).name, by_colour)


def _add_ground(doc: Document, model: mujoco.MjModel, tracks: Floats) -> None:
    """All that is fixed to the world; of an unbounded floor the part around the characters' tracks (k, 3)."""
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    by_colour: dict[tuple[float, ...], list[Mesh]] = {}
    for geom in range(model.ngeom):
        if int(model.body_weldid[model.geom_bodyid[geom]]) != 0 or not shapes.shown(model, geom):
            continue
        place, turn = np.array(data.geom_xpos[geom]), np.empty(4)
        mujoco.mju_mat2Quat(turn, data.geom_xmat[geom])
        seen = rotate(inverse(turn), tracks - place)[:, :2]
        mesh = shape_mesh(model, geom, (seen.min(axis=0) - MARGIN, seen.max(axis=0) + MARGIN))
        if mesh is not None:
            rgba = shapes.colour(model, geom) * (FLOOR if int(model.geom_matid[geom]) >= 0 else 1.0)
            by_colour.setdefault(tuple(rgba.tolist()), []).append(mesh.placed(place, turn))
    shape = _mesh_of(doc, "ground", by_colour)
    if shape:
        doc.node("ground", **shape)


def _mesh_of(doc: Document, name: str, by_colour: dict[tuple[float, ...], list[Mesh]]) -> dict[str, int]:
    """A mesh with a primitive for each colour, as the key of a node; nothing without shapes."""
    primitives = []
    for rgba, meshes in by_colour.items():
        mesh = joined(meshes)
        normals = mesh.normals / np.linalg.norm(mesh.normals, axis=1, keepdims=True)
        primitives.append(
            {
                "attributes": {
                    "POSITION": doc.floats(to_file(mesh.points), use=VERTICES, bounds=True),
                    "NORMAL": doc.floats(to_file(normals), use=VERTICES),
                },
                "indices": doc.indices(mesh.triangles),
                "material": doc.material(rgba),
            }
        )
    return {"mesh": doc.mesh(name, primitives)} if primitives else {}
