"""Exports as other programs read them: the Khronos validator, three.js in Chromium, MuJoCo.

    python benchmarks/exports.py                 all bodies, a crate task, two characters
    python benchmarks/exports.py --only human    one of them
    python benchmarks/exports.py --json          one object on stdout
    python benchmarks/exports.py --picture F.png a picture of the last GLB as three.js draws it

Every GLB must be without errors and warnings for `gltf-validator`; three.js must have the joints of GLB
and BVH, our own reader and Blender (`pip install bpy`; else skipped, with a reason) those of the BVH,
and MuJoCo the bodies of the MJCF, within 1 mm of the recording at 20 instants. The packages are
installed by npm into a temporary folder. What cannot be looked at here (no node, no Chromium) is told, and
counts as not shown. The exit code is 1 if anything fails or was not shown.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.studio_serve import browsing
from footfall.body import body_names, load_body
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.motion.clips.bvh import read_bvh

PACKAGES = ("gltf-validator@2.0.0-dev.3.10", "three@0.187.0")
SECONDS, INSTANTS, MOST = 2.0, 20, 1e-3
CRATE, TWO = "genbicon/lift", "two characters"
Places = dict[str, NDArray[np.float64]]

BLENDER = """
import json, sys
import bpy
path, frames = sys.argv[1], json.loads(sys.argv[2])
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_anim.bvh(filepath=path, axis_forward="-Z", axis_up="Y", use_fps_scale=False)
figure, found = bpy.context.object, {}
for frame in frames:
    bpy.context.scene.frame_set(frame + 1)
    for bone in figure.pose.bones:
        x, y, z = figure.matrix_world @ bone.head
        found.setdefault(bone.name, []).append([x, z, -y])  # back to y up
print("FOUND" + json.dumps(found))
"""
VALIDATE = """
const { readFileSync } = require("node:fs");
const validator = require("gltf-validator");
validator.validateBytes(new Uint8Array(readFileSync(process.argv[2]))).then((report) =>
  console.log(JSON.stringify(report.issues)));
"""
PAGE = """<!doctype html><style>body{margin:0}</style><script type="importmap">
{"imports": {"three": "/node_modules/three/build/three.module.js",
 "three/addons/": "/node_modules/three/examples/jsm/"}}
</script><script type="module">
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { BVHLoader } from "three/addons/loaders/BVHLoader.js";

function follow(root, clip, things, times) {
  const mixer = new THREE.AnimationMixer(root), at = new THREE.Vector3(), found = {};
  mixer.clipAction(clip).play();
  for (const time of times) {
    mixer.setTime(time);
    root.updateMatrixWorld(true);
    for (const [name, thing] of things) (found[name] ??= []).push(thing.getWorldPosition(at).toArray());
  }
  return found;
}
window.glb = async (url, times) => {
  const { scene, animations } = await new GLTFLoader().loadAsync(url);
  const things = [];
  scene.traverse((o) => { if (o.userData.name || o.name) things.push([o.userData.name || o.name, o]); });
  window.shown = scene;
  return follow(scene, animations[0], things, times);
};
window.bvh = async (url, times) => {
  const { skeleton, clip } = await new BVHLoader().loadAsync(url);
  const bones = skeleton.bones.filter((b) => b.name !== "ENDSITE").map((b) => [b.name, b]);
  return follow(skeleton.bones[0], clip, bones, times);
};
window.draw = () => {
  const box = new THREE.Box3();
  window.shown.children.forEach((o) => { if (o.name !== "ground") box.expandByObject(o); });
  const middle = box.getCenter(new THREE.Vector3()), scene = new THREE.Scene();
  scene.background = new THREE.Color(0xf4f6f8);
  scene.add(window.shown, new THREE.HemisphereLight(0xffffff, 0x8899aa, 2));
  const sun = new THREE.DirectionalLight(0xffffff, 2);
  sun.position.set(2, 4, 3);
  scene.add(sun);
  const camera = new THREE.PerspectiveCamera(30, 4 / 3, 0.1, 100);
  camera.position.copy(middle).add(new THREE.Vector3(3, 1, 4));
  camera.lookAt(middle);
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(800, 600);
  document.body.append(renderer.domElement);
  renderer.render(scene, camera);
};
window.ready = true;
</script>"""


def record(name: str) -> Recording:
    """The recording of one of the cases."""
    if name == TWO:
        actors = (ActorSpec("simbicon/walk3d"), ActorSpec("simbicon/walk3d", "bird", at=(0.0, 1.5)))
        return Sim.of(RunSpec(actors)).run(SECONDS)
    if name == CRATE:
        return Sim(CRATE, set={"x": 0.8}).run(SECONDS)
    return Sim("simbicon/walk" if load_body(name).planar else "simbicon/walk3d", body=name).run(SECONDS)


def places(model: mujoco.MjModel, rows: NDArray[np.float64]) -> Places:
    """Where the bodies of a model are, name -> (n, 3), at positions (n, nq)."""
    data = mujoco.MjData(model)
    out = np.empty((len(rows), model.nbody, 3))
    for k, row in enumerate(rows):
        data.qpos[:] = row
        mujoco.mj_kinematics(model, data)
        out[k] = data.xpos
    return {model.body(k).name: out[:, k] for k in range(1, model.nbody)}


def furthest(wanted: Places, found: Places) -> float:
    """The largest distance (m) between what is in both; nothing may be missing from `found`."""
    return max(float(np.linalg.norm(at - found[name], axis=1).max()) for name, at in wanted.items())


def to_world(found: dict[str, Any]) -> Places:
    """Places that three.js has, in the world's axes."""
    return {name: np.array(at)[:, [2, 0, 1]] for name, at in found.items()}


@contextmanager
def tools() -> Iterator[tuple[Path | None, Any, str, str]]:
    """A folder with the packages, a page with three.js, the page's address, and what is missing."""
    npm, node = shutil.which("npm"), shutil.which("node")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if npm is None or node is None:
            yield None, None, "", "there is no node here"
            return
        words = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", *PACKAGES]
        answer = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=600)
        if answer.returncode:
            yield None, None, "", "npm cannot install the packages"
            return
        (folder / "validate.cjs").write_text(VALIDATE)
        (folder / "page.html").write_text(PAGE)
        server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=name))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        with ExitStack() as stack:
            stack.callback(server.shutdown)
            try:
                browser = stack.enter_context(browsing())
            except (ImportError, RuntimeError) as problem:
                yield folder, None, address, str(problem)
                return
            page = browser.new_page(viewport={"width": 800, "height": 600})
            page.goto(f"{address}/page.html")
            page.wait_for_function("window.ready")
            yield folder, page, address, ""


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each, always as they are now."""

    def end_headers(self) -> None:
        """Each case has the same file names, and may come within the second of the last one."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def look(name: str, folder: Path, page: Any, address: str) -> dict[str, Any]:
    """Export one recording and read it back in every way."""
    rec = record(name)
    rate = 1.0 / float(rec.time[2])  # on every other row of the log, so that nothing is interpolated
    files = [folder / f"a{ending}" for ending in (".glb", ".bvh", ".xml")]
    written = rec.export(*files, rate=rate, unit="m")
    picks = np.linspace(0, written[0].frames - 2, INSTANTS).astype(
        int
    )  # at the last one three.js begins again
    wanted = places(rec.model(), rec.qpos[2 * picks])
    things = {key: at for key, at in wanted.items() if key.startswith("entity/")}
    bodies = {key: at for key, at in wanted.items() if key not in things}
    times = (picks * float(rec.time[2]) + 1e-7).tolist()
    node = [str(shutil.which("node")), "validate.cjs", "a.glb"]
    issues = json.loads(subprocess.run(node, cwd=folder, capture_output=True, text=True, check=True).stdout)
    model = mujoco.MjModel.from_xml_path(str(files[2]))
    named = {key.removeprefix("entity/").partition("#")[0]: at for key, at in things.items()}
    row: dict[str, Any] = {
        "case": name,
        "validator": {key: issues[f"num{key}"] for key in ("Errors", "Warnings", "Infos", "Hints")},
        "mjcf_mm": 1e3 * furthest(wanted, places(model, model.key_qpos[picks])),
    }
    if page is not None:
        glb, bvh = in_three(page, address, [one.path for one in written if one.kind == "bvh"], times)
        row |= {"glb_mm": 1e3 * furthest(bodies | named, glb), "bvh_mm": 1e3 * furthest(bodies, bvh)}
    files_bvh = [one.path for one in written if one.kind == "bvh"]
    row["own_bvh_mm"] = 1e3 * furthest(bodies, _named(files_bvh, lambda path: _own(path, picks)))
    if _has_blender():
        row["blender_bvh_mm"] = 1e3 * furthest(bodies, _named(files_bvh, lambda path: _blender(path, picks)))
    else:
        row["blender"] = "skipped: bpy is not installed (pip install bpy)"
    row["good"] = (
        row["own_bvh_mm"] < 1e3 * MOST
        and row.get("blender_bvh_mm", 0.0) < 1e3 * MOST
        and not (issues["numErrors"] or issues["numWarnings"])
        and all(row.get(key, np.inf) < 1e3 * MOST for key in ("glb_mm", "bvh_mm", "mjcf_mm"))
    )
    return row


def _named(files: list[Path], read: Callable[[Path], Places]) -> Places:
    """Joints of several files, under the names that the recording has for them."""
    found: Places = {}
    for path in files:
        prefix = path.stem.partition("-")[2]
        found |= {(f"{prefix}/" if prefix else "") + key: at for key, at in read(path).items()}
    return found


def _own(path: Path, frames: NDArray[np.int_]) -> Places:
    """Where our own reader has the joints."""
    clip = read_bvh(path, unit=1.0, rest="no")
    places = clip.world[1]
    return {name: places[frames, k] for k, name in enumerate(clip.skeleton.names)}


@functools.cache
def _has_blender() -> bool:
    return subprocess.run([sys.executable, "-c", "import bpy"], capture_output=True).returncode == 0


def _blender(path: Path, frames: NDArray[np.int_]) -> Places:
    """Where Blender has the joints."""
    words = [sys.executable, "-c", BLENDER, str(path), json.dumps(frames.tolist())]
    answer = subprocess.run(words, capture_output=True, text=True)
    line = next((line for line in answer.stdout.splitlines() if line.startswith("FOUND")), "")
    if not line:
        raise RuntimeError(f"Blender cannot read {path.name}: {answer.stderr[-300:]}")
    return to_world(json.loads(line.removeprefix("FOUND")))


def in_three(page: Any, address: str, files: list[Path], times: list[float]) -> tuple[Places, Places]:
    """Where three.js has the nodes of the GLB and the joints of the BVH files at some instants."""
    glb = to_world(page.evaluate("([u, t]) => glb(u, t)", [f"{address}/a.glb", times]))
    joints: Places = {}
    for path in files:
        prefix = path.stem.partition("-")[2]
        read = to_world(page.evaluate("([u, t]) => bvh(u, t)", [f"{address}/{path.name}", times]))
        joints |= {(f"{prefix}/" if prefix else "") + key: at for key, at in read.items()}
    return glb, joints


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    cases = [*body_names(), CRATE, TWO]
    parser.add_argument("--only", choices=cases)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--picture", type=Path)
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    with tools() as (folder, page, address, missing):
        for name in [options.only] if options.only else cases:
            if folder is None:
                break
            rows.append(look(name, folder, page, address))
            if not options.json:
                print(rows[-1], flush=True)
        if options.picture and page is not None:
            page.evaluate("draw()")
            page.screenshot(path=os.fspath(options.picture))
    good = bool(rows) and all(row["good"] for row in rows)
    print(json.dumps({"cases": rows, "missing": missing, "good": good}))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
