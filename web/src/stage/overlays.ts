/** What explains the motion: centre of mass, support, contact forces, trails, arrows. */

import * as THREE from "three";
import type { Scene } from "../messages";
import type { Pose } from "../net/packet";
import { dark, layers } from "../state/prefs";
import { ArrowPool } from "./arrows";

const METRES_PER_WEIGHT = 0.7; // a force as large as the body's weight
const GRAVITY = 9.81;
const TRAIL_POINTS = 360;
const LIFT = 0.004; // above the ground, so that lines are not half sunk

/** A line through the last points of something that moves. */
class Trail {
  readonly line: THREE.Line;
  private readonly points = new Float32Array(TRAIL_POINTS * 3);
  private count = 0;

  constructor(colour: THREE.ColorRepresentation) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(this.points, 3));
    geometry.setDrawRange(0, 0);
    this.line = new THREE.Line(
      geometry,
      new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity: 0.75 }),
    );
    this.line.frustumCulled = false;
  }

  add(x: number, y: number, z: number): void {
    if (this.count === TRAIL_POINTS) this.points.copyWithin(0, 3);
    else this.count += 1;
    this.points.set([x, y, z], (this.count - 1) * 3);
    this.line.geometry.setDrawRange(0, this.count);
    this.line.geometry.getAttribute("position").needsUpdate = true;
  }

  clear(): void {
    this.count = 0;
    this.line.geometry.setDrawRange(0, 0);
  }
}

export class Overlays {
  readonly root = new THREE.Group();
  private readonly com = new THREE.Mesh(new THREE.SphereGeometry(0.035, 20, 12), solid());
  private readonly ring = new THREE.Mesh(new THREE.RingGeometry(0.045, 0.06, 32), solid());
  private readonly plumb = new THREE.Line(
    lineGeometry(2),
    new THREE.LineDashedMaterial({ dashSize: 0.04, gapSize: 0.03 }),
  );
  private readonly support = new THREE.Mesh(new THREE.BufferGeometry(), solid(0.25));
  private readonly rim = new THREE.LineLoop(lineGeometry(64), new THREE.LineBasicMaterial());
  private readonly forces = new ArrowPool(this.root, 48);
  private readonly arrows = new ArrowPool(this.root, 3);
  private readonly pushes = new ArrowPool(this.root, 8);
  private readonly trails: [Trail, Trail, Trail];
  private lastTime = -1;
  metresPerNewton = METRES_PER_WEIGHT / 700;

  constructor() {
    this.trails = [new Trail("#0d766e"), new Trail("#2f6f9a"), new Trail("#b8632f")];
    this.support.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(64 * 9), 3));
    this.root.add(this.com, this.ring, this.plumb, this.support, this.rim, ...this.trails.map((t) => t.line));
    for (const item of [this.support, this.rim, this.plumb]) item.frustumCulled = false;
    this.com.renderOrder = 5;
    this.com.material.depthTest = false;
    this.repaint();
  }

  /** Takes the theme's colours. */
  repaint(): void {
    const accent = dark.value ? "#4cc2b2" : "#0d766e";
    const soft = dark.value ? "#a9b5b1" : "#57625f";
    for (const item of [this.com, this.ring, this.support]) item.material.color.set(accent);
    this.rim.material.color.set(accent);
    this.plumb.material.color.set(soft);
    this.forces.colour(dark.value ? "#e0b04f" : "#b98512");
    this.arrows.colour(accent);
    this.pushes.colour(dark.value ? "#f08a7d" : "#b3362b");
    this.trails[0].line.material = new THREE.LineBasicMaterial({
      color: accent,
      transparent: true,
      opacity: 0.7,
    });
  }

  /** Forces are drawn in proportion to the body's weight: those of a child look like those of a giant. */
  setWeight(mass: number): void {
    this.metresPerNewton = METRES_PER_WEIGHT / Math.max(1, mass * GRAVITY);
  }

  clearTrails(): void {
    for (const trail of this.trails) trail.clear();
    this.lastTime = -1;
  }

  update(pose: Pose): void {
    const show = layers.value;
    this.updateCom(pose, show.com);
    this.updateSupport(pose, show.support);
    this.forces.begin();
    if (show.forces) this.addForces(this.forces, pose.contacts);
    this.forces.end();
    this.pushes.begin();
    this.addForces(this.pushes, pose.forces);
    this.pushes.end();
    this.updateArrows(pose, show.arrows);
    for (const trail of this.trails) trail.line.visible = show.trails;
  }

  /** Goes on with the trails: for every pose that comes, drawn or not. */
  note(pose: Pose, scene: Scene): void {
    if (pose.time < this.lastTime || pose.time > this.lastTime + 1) this.clearTrails();
    if (pose.time === this.lastTime) return;
    this.lastTime = pose.time;
    this.trails[0].add(pose.com[0]!, pose.com[1]!, pose.com[2]!);
    scene.feet.slice(0, 2).forEach((foot, i) => {
      const k = foot * 7;
      this.trails[i + 1]!.add(pose.bodies[k]!, pose.bodies[k + 1]!, pose.bodies[k + 2]!);
    });
  }

  private updateCom(pose: Pose, visible: boolean): void {
    const [x = 0, y = 0, z = 0] = pose.com;
    for (const item of [this.com, this.ring, this.plumb]) item.visible = visible;
    this.com.position.set(x, y, z);
    this.ring.position.set(x, y, pose.ground + LIFT);
    setLine(this.plumb, [x, y, z, x, y, pose.ground + LIFT]);
    this.plumb.computeLineDistances();
  }

  private updateSupport(pose: Pose, visible: boolean): void {
    const corners = Math.min(pose.support.length / 3, 64);
    this.support.visible = visible && corners >= 3;
    this.rim.visible = visible && corners >= 2;
    if (!visible || corners < 2) return;
    const fan = this.support.geometry.getAttribute("position") as THREE.BufferAttribute;
    const rim = this.rim.geometry.getAttribute("position") as THREE.BufferAttribute;
    const at = (i: number): [number, number, number] => {
      const k = 3 * (i % corners);
      return [pose.support[k]!, pose.support[k + 1]!, pose.support[k + 2]! + LIFT];
    };
    for (let i = 0; i < corners; i++) rim.setXYZ(i, ...at(i));
    for (let i = 1; i + 1 < corners; i++) {
      const base = 3 * (i - 1);
      fan.setXYZ(base, ...at(0));
      fan.setXYZ(base + 1, ...at(i));
      fan.setXYZ(base + 2, ...at(i + 1));
    }
    this.rim.geometry.setDrawRange(0, corners);
    this.support.geometry.setDrawRange(0, 3 * Math.max(0, corners - 2));
    fan.needsUpdate = true;
    rim.needsUpdate = true;
  }

  private addForces(pool: ArrowPool, rows: Float32Array): void {
    for (let i = 0; i + 5 < rows.length; i += 6) {
      const [fx, fy, fz] = [rows[i + 3]!, rows[i + 4]!, rows[i + 5]!];
      const size = Math.hypot(fx, fy, fz) * this.metresPerNewton;
      if (size > 0.01) pool.add(rows[i]!, rows[i + 1]!, rows[i + 2]!, fx, fy, fz, Math.min(size, 2));
    }
  }

  private updateArrows(pose: Pose, visible: boolean): void {
    this.arrows.begin();
    const [x = 0, y = 0] = pose.com;
    const [vx = 0, vy = 0] = pose.velocity;
    const z = pose.ground + LIFT + 0.01;
    if (visible) {
      this.arrows.add(x, y, z, Math.cos(pose.heading), Math.sin(pose.heading), 0, 0.35);
      const pace = Math.hypot(vx, vy);
      if (pace > 0.1) this.arrows.add(x, y, pose.com[2] ?? 1, vx, vy, 0, Math.min(0.5 * pace, 2));
    }
    this.arrows.end();
  }
}

function solid(opacity = 1): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({
    transparent: opacity < 1,
    opacity,
    side: THREE.DoubleSide,
    depthWrite: opacity === 1,
  });
}

function lineGeometry(points: number): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(points * 3), 3));
  return geometry;
}

function setLine(line: THREE.Line, points: number[]): void {
  const attribute = line.geometry.getAttribute("position") as THREE.BufferAttribute;
  attribute.array.set(points);
  attribute.needsUpdate = true;
}
