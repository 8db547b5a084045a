/** A stick figure of the body: link geometry from scene and pose, forward kinematics in two flat views.
 *
 * Side view: x forward, angles are pitch, positive as in scripts (lean forward, extension, knee flexion).
 * Front view: y, angles are roll: limbs outwards, trunk to the left.
 */

import type { JointInfo, Scene, Shape } from "../messages";

export type View = "side" | "front";
export type Vec3 = readonly [number, number, number];

export interface Link {
  body: number;
  part: string;
  joint: string;
  parent: number;
  /** Joint in the parent's frame, and in its own, m. */
  inParent: Vec3;
  anchor: Vec3;
  /** End of the bone in its own frame, m. */
  tip: Vec3;
  side: "l" | "r" | "";
}

export interface Placed {
  link: Link;
  /** Joint and tip in the view: horizontal, height, m. */
  from: [number, number];
  to: [number, number];
  /** World angle of the link, and of its parent, rad, about the view's axis. */
  angle: number;
  base: number;
}

/** A target for a link: relative to its parent, or in the world. Radians, signs of scripts. */
export interface Target {
  angle: number;
  world: boolean;
}

function rotate(q: Float32Array, at: number, v: Vec3, inverse: boolean): Vec3 {
  const w = q[at]!;
  const s = inverse ? -1 : 1;
  const [x, y, z] = [s * q[at + 1]!, s * q[at + 2]!, s * q[at + 3]!];
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [
    v[0] + w * tx + (y * tz - z * ty),
    v[1] + w * ty + (z * tx - x * tz),
    v[2] + w * tz + (x * ty - y * tx),
  ];
}

/** The far ends of a shape in its body's frame. */
function extremes(shape: Shape): Vec3[] {
  const [a = 0, b = 0, c = 0] = shape.size;
  const long = shape.kind === "capsule" || shape.kind === "cylinder";
  const reach: Vec3 = shape.kind === "sphere" ? [a, a, a] : long ? [0, 0, a + b] : [a, b, c];
  const q = Float32Array.from(shape.quat);
  const ends: Vec3[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const local: Vec3 = [0, 1, 2].map((i) => (i === axis ? sign * reach[i]! : 0)) as unknown as Vec3;
      const turned = rotate(q, 0, local, false);
      ends.push([turned[0] + shape.pos[0], turned[1] + shape.pos[1], turned[2] + shape.pos[2]]);
    }
  }
  return ends;
}

function farthest(points: readonly Vec3[], from: Vec3): Vec3 {
  let best: Vec3 = from;
  let most = -1;
  for (const p of points) {
    const d = (p[0] - from[0]) ** 2 + (p[2] - from[2]) ** 2;
    if (d > most) [best, most] = [p, d];
  }
  return [best[0], from[1], best[2]];
}

function sideOf(name: string): "l" | "r" | "" {
  return /^l[A-Z]/.test(name) && !/^lTorso/.test(name) ? "l" : /^r[A-Z]/.test(name) ? "r" : "";
}

/** Link geometry; `rows` are the bodies of any pose frame (it is rigid, so any moment will do). */
export function makeLinks(scene: Scene, rows: Float32Array): Link[] {
  const joints = new Map<number, JointInfo>();
  for (const joint of scene.joints) if (!joints.has(joint.body)) joints.set(joint.body, joint);
  const at = (i: number): Vec3 => [rows[7 * i]!, rows[7 * i + 1]!, rows[7 * i + 2]!];
  const links: Link[] = [];
  scene.bodies.forEach((body, index) => {
    const joint = joints.get(index);
    if (body.part === "" || (index !== scene.root && !joint)) return;
    const anchor: Vec3 = joint && index !== scene.root ? joint.anchor : [0, 0, 0];
    let inParent: Vec3 = [0, 0, 0];
    if (body.parent >= 0) {
      const turned = rotate(rows, 7 * index + 3, anchor, false);
      const [o, p] = [at(index), at(body.parent)];
      const gap: Vec3 = [o[0] + turned[0] - p[0], o[1] + turned[1] - p[1], o[2] + turned[2] - p[2]];
      inParent = rotate(rows, 7 * body.parent + 3, gap, true);
    }
    const name = index === scene.root ? "" : (joint?.joint ?? "");
    const tip = anchor;
    links.push({
      body: index,
      part: body.part,
      joint: name,
      parent: body.parent,
      inParent,
      anchor,
      tip,
      side: sideOf(body.part),
    });
  });
  return links.map((link) => ({ ...link, tip: tipOf(link, links, scene) }));
}

/** A bone ends at its child's joint; a last one at the far end of its shapes; the root at the waist. */
function tipOf(link: Link, links: readonly Link[], scene: Scene): Vec3 {
  const children = links.filter((l) => l.parent === link.body);
  const middle = children.find((l) => l.side === "");
  const upper = link.side === "" ? middle : children[0];
  if (upper) return upper.inParent;
  const shapes = scene.shapes.filter((s) => s.body === link.body && s.category === "body");
  const ends = farthest(shapes.flatMap(extremes), link.anchor);
  return link.side === "" ? [link.anchor[0], 0, ends[2]] : ends;
}

/** Turns a vector (horizontal, up) by an angle of the view, positive as a script counts for the middle. */
export function turn(v: readonly [number, number], angle: number): [number, number] {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return [v[0] * c + v[1] * s, -v[0] * s + v[1] * c];
}

/** Direction of a vector as an angle: 0 is up, growing the way `turn` turns. */
export function direction(v: readonly [number, number]): number {
  return Math.atan2(v[0], v[1]);
}

/** From a script's angle to the view's: front views mirror the left side and the middle alike. */
export function viewSign(link: Link, view: View): number {
  if (view === "side") return 1;
  return link.side === "l" ? -1 : 1; // to the picture's right is the body's left
}

function flat(v: Vec3, view: View): [number, number] {
  return view === "side" ? [v[0], v[2]] : [v[1], v[2]];
}

/** Places all links in a view; the lowest point stands on height 0. */
export function placeLinks(
  links: readonly Link[],
  targets: ReadonlyMap<number, Target>,
  view: View,
): Placed[] {
  const placed = new Map<number, Placed>();
  for (const link of links) {
    const up = placed.get(link.parent);
    const base = up?.angle ?? 0;
    const target = targets.get(link.body);
    const own = (target?.angle ?? 0) * viewSign(link, view);
    const angle = target?.world ? own : base + own;
    let from: [number, number] = [0, 0];
    if (up) {
      const [ax, az] = flat(up.link.anchor, view);
      const [px, pz] = flat(link.inParent, view);
      const arm = turn([px - ax, pz - az], up.angle);
      from = [up.from[0] + arm[0], up.from[1] + arm[1]];
    }
    const [ax, az] = flat(link.anchor, view);
    const [tx, tz] = flat(link.tip, view);
    const bone = turn([tx - ax, tz - az], angle);
    placed.set(link.body, { link, from, to: [from[0] + bone[0], from[1] + bone[1]], angle, base });
  }
  const all = [...placed.values()];
  const lowest = Math.min(0, ...all.flatMap((p) => [p.from[1], p.to[1]]));
  for (const p of all) {
    p.from[1] -= lowest;
    p.to[1] -= lowest;
  }
  return all;
}

/** The script's angle that points a link's bone at a place of the view. */
export function angleTowards(item: Placed, view: View, x: number, y: number, world: boolean): number {
  const [ax, az] = flat(item.link.anchor, view);
  const [tx, tz] = flat(item.link.tip, view);
  const wanted = direction([x - item.from[0], y - item.from[1]]) - direction([tx - ax, tz - az]);
  const raw = (wanted - (world ? 0 : item.base)) * viewSign(item.link, view);
  return Math.atan2(Math.sin(raw), Math.cos(raw));
}
