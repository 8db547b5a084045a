/** From the server's shapes to meshes: solid, smooth, z up as everywhere in this project. */

import * as THREE from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Scene, Shape } from "../messages";
import { lowQuality } from "../state/prefs";
import { edgeMaterial, groundMaterial } from "./ground";

const EDGE_LIFT = 0.002; // m: above the face that it bounds
const PLANE = 6000; // m: nobody walks off it in a day
const ROUND = lowQuality ? 10 : 24;
// Hair and skin nearly touch: coarse spheres would show them in stripes.
const SMOOTH = lowQuality ? 24 : 48;

function capsule(radius: number, half: number): THREE.BufferGeometry {
  const geometry = new THREE.CapsuleGeometry(radius, 2 * half, lowQuality ? 4 : 8, ROUND);
  return geometry.rotateX(Math.PI / 2); // three's capsules lie along y
}

function heightField(shape: Shape): THREE.BufferGeometry {
  const [rows, columns] = shape.grid ?? [0, 0];
  const [halfX = 1, halfY = 1, height = 1] = shape.size;
  const heights = shape.heights ?? [];
  const geometry = new THREE.PlaneGeometry(2 * halfX, 2 * halfY, columns - 1, rows - 1);
  const position = geometry.getAttribute("position");
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      // three's rows run from +y to -y, the field's from -y to +y
      position.setZ((rows - 1 - r) * columns + c, (heights[r * columns + c] ?? 0) * height);
    }
  }
  geometry.computeVertexNormals();
  return geometry;
}

function geometryOf(shape: Shape): THREE.BufferGeometry | null {
  const [a = 0.1, b = 0.1, c = 0.1] = shape.size;
  switch (shape.kind) {
    case "sphere":
      return new THREE.SphereGeometry(a, SMOOTH, SMOOTH / 2);
    case "capsule":
      return capsule(a, b);
    case "cylinder":
      return new THREE.CylinderGeometry(a, a, 2 * b, ROUND).rotateX(Math.PI / 2);
    case "ellipsoid":
      return new THREE.SphereGeometry(1, SMOOTH, SMOOTH / 2).scale(a, b, c);
    case "box":
      return new THREE.BoxGeometry(2 * a, 2 * b, 2 * c);
    case "plane":
      return new THREE.PlaneGeometry(PLANE, PLANE);
    case "hfield":
      return heightField(shape);
    default:
      return null; // meshes have their collision shapes beside them
  }
}

/** One for all parts of all bodies: the colours are in their corners. */
function partMaterial(): THREE.Material {
  return lowQuality
    ? new THREE.MeshLambertMaterial({ vertexColors: true })
    : new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.72, metalness: 0.02 });
}

/** A shape where it stands on its body, in its colour. */
function placed(shape: Shape): THREE.BufferGeometry | null {
  const geometry = shape.rgba[3] === 0 ? null : geometryOf(shape);
  if (!geometry) return null;
  const [w, x, y, z] = shape.quat;
  const place = new THREE.Matrix4().compose(
    new THREE.Vector3(...shape.pos),
    new THREE.Quaternion(x, y, z, w),
    new THREE.Vector3(1, 1, 1),
  );
  const [r, g, b] = shape.rgba;
  const colour = new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace);
  const count = geometry.getAttribute("position").count;
  const colours = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) colour.toArray(colours, 3 * i);
  geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  return geometry.applyMatrix4(place);
}

/** All shapes of a body as one: a picture of many small meshes takes long to draw. */
function together(shapes: readonly Shape[]): THREE.BufferGeometry | null {
  const pieces = shapes.map(placed).filter((g) => g !== null);
  const whole = pieces.length > 0 ? mergeGeometries(pieces) : null;
  for (const piece of pieces) piece.dispose();
  return whole;
}

/** Bodies as groups in the order of pose packets, and what is fixed to the world. */
export interface Built {
  root: THREE.Group;
  bodies: THREE.Group[];
  fixed: THREE.Group;
}

/** Makes everything that is drawn of a scene. */
export function buildScene(scene: Scene): Built {
  const built: Built = { root: new THREE.Group(), bodies: [], fixed: new THREE.Group() };
  for (let i = 0; i < scene.bodies.length; i++) {
    const group = new THREE.Group();
    group.userData.body = i;
    built.bodies.push(group);
    built.root.add(group);
  }
  built.root.add(built.fixed);
  const dress = partMaterial();
  for (const [body, shapes] of byBody(scene.shapes)) {
    const geometry = together(shapes);
    if (!geometry) continue;
    const isGround = shapes[0]?.category === "ground";
    if (isGround) for (const edges of nosings(shapes)) built.fixed.add(edges);
    const mesh = new THREE.Mesh(geometry, isGround ? groundMaterial() : dress);
    mesh.castShadow = !isGround;
    mesh.receiveShadow = true;
    mesh.userData.body = body;
    (built.bodies[body] ?? built.fixed).add(mesh);
  }
  return built;
}

/** The upper edges of the blocks that a ground is made of. */
function nosings(shapes: readonly Shape[]): THREE.LineSegments[] {
  const boxes = shapes.filter((s) => s.kind === "box" && s.rgba[3] !== 0);
  if (boxes.length < 2) return []; // a floor has no treads
  return boxes.flatMap((shape) => {
    const box = placed(shape);
    if (!box) return [];
    const edges = new THREE.LineSegments(new THREE.EdgesGeometry(box, 30), edgeMaterial);
    edges.position.z = EDGE_LIFT;
    box.dispose();
    return [edges];
  });
}

/** Shapes by their body; the ground, which is of another stuff than the rest of the world, by itself. */
function byBody(shapes: readonly Shape[]): [number, Shape[]][] {
  const groups = new Map<string, [number, Shape[]]>();
  for (const shape of shapes) {
    const key = `${shape.body} ${shape.category === "ground"}`;
    const group = groups.get(key);
    if (group) group[1].push(shape);
    else groups.set(key, [shape.body, [shape]]);
  }
  return [...groups.values()];
}

/** Draws into the depth only: a ghost then shows its front, not the seams of what lies behind. */
const depthOnly = new THREE.MeshBasicMaterial({ colorWrite: false });
depthOnly.userData.shared = true;

/** A see-through copy of the body's shapes, for ghosts. */
export function buildGhost(scene: Scene, material: THREE.Material): THREE.Group[] {
  const groups = scene.bodies.map(() => new THREE.Group());
  for (const [body, shapes] of byBody(scene.shapes.filter((s) => s.category === "body"))) {
    const geometry = together(shapes);
    if (!geometry) continue;
    for (const [order, dress] of [depthOnly, material].entries()) {
      const mesh = new THREE.Mesh(geometry, dress);
      mesh.renderOrder = 10 + order; // after all that is solid
      groups[body]?.add(mesh);
    }
  }
  return groups;
}

/** Places groups by rows of x, y, z, w, x, y, z. */
export function placeBodies(groups: readonly THREE.Group[], rows: Float32Array, offset = 0): void {
  for (let i = 0; i < groups.length; i++) {
    const at = offset + 7 * i;
    const group = groups[i]!;
    group.position.set(rows[at]!, rows[at + 1]!, rows[at + 2]!);
    group.quaternion.set(rows[at + 4]!, rows[at + 5]!, rows[at + 6]!, rows[at + 3]!);
  }
}

/** Frees what the graphics card holds for a group. */
export function release(object: THREE.Object3D): void {
  object.traverse((child) => {
    if (!(child instanceof THREE.Mesh || child instanceof THREE.Line)) return;
    child.geometry.dispose();
    for (const material of [child.material].flat()) if (!material.userData.shared) material.dispose();
  });
}
