/** Ghosts: the next seconds of the edited script as a row of pale figures and a path, and where the version
 * before would be now. */

import * as THREE from "three";
import type { Scene } from "../messages";
import type { Ghost } from "../net/packet";
import { dark } from "../state/prefs";
import { buildGhost, placeBodies, release } from "./shapes";

const FIGURES = 4;
const SLACK = 0.1; // s: a ghost may begin a little after the pose that is shown

export class Ghosts {
  readonly root = new THREE.Group();
  private readonly nextMaterial = pale(0.2);
  private readonly lastMaterial = pale(0.35);
  private readonly path = new THREE.Line(
    new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ transparent: true, opacity: 0.9 }),
  );
  private figures: THREE.Group[][] = [];
  private last: THREE.Group[] = [];
  private shown: { next: Ghost | null; last: Ghost | null } = { next: null, last: null };

  constructor() {
    this.path.frustumCulled = false;
    this.root.add(this.path);
    this.repaint();
  }

  repaint(): void {
    this.nextMaterial.color.set(dark.value ? "#4cc2b2" : "#0d766e");
    this.lastMaterial.color.set(dark.value ? "#a9b5b1" : "#7b8682");
    this.path.material.color.set(dark.value ? "#4cc2b2" : "#0d766e");
  }

  /** Makes figures for another body. */
  build(scene: Scene): void {
    for (const group of [...this.figures.flat(), ...this.last]) {
      this.root.remove(group);
      release(group);
    }
    this.figures = Array.from({ length: FIGURES }, () => buildGhost(scene, this.nextMaterial));
    this.last = buildGhost(scene, this.lastMaterial);
    for (const group of [...this.figures.flat(), ...this.last]) this.root.add(group);
    this.shown = { next: null, last: null };
    this.update(0);
  }

  take(ghost: Ghost): void {
    this.shown[ghost.which] = ghost;
    if (ghost.which === "next") this.placeNext(ghost);
  }

  clear(which: "next" | "last"): void {
    this.shown[which] = null;
  }

  /** Hides what the body has passed, and moves the version before along with the time. */
  update(time: number): void {
    const { next, last } = this.shown;
    const alive = next !== null && within(next, time);
    this.figures.forEach((figure, i) => {
      const ahead = alive && next.start + next.interval * figureSample(next, i) > time;
      for (const group of figure) group.visible = ahead;
    });
    this.path.visible = alive;
    if (alive) this.path.geometry.setDrawRange(sampleAt(next, time), next.count);
    const present = last !== null && within(last, time);
    for (const group of this.last) group.visible = present;
    if (present) placeBodies(this.last, last.samples, sampleAt(last, time) * stride(last) + 3);
  }

  /** Where the row of figures ends, m; null when none is shown. */
  farthest(time: number): [number, number] | null {
    const { next } = this.shown;
    if (next === null || next.count === 0 || !within(next, time)) return null;
    const at = (next.count - 1) * stride(next);
    return [next.samples[at] ?? 0, next.samples[at + 1] ?? 0];
  }

  private placeNext(ghost: Ghost): void {
    this.figures.forEach((figure, i) => {
      if (ghost.count > 0) placeBodies(figure, ghost.samples, figureSample(ghost, i) * stride(ghost) + 3);
    });
    const points = new Float32Array(ghost.count * 3);
    for (let i = 0; i < ghost.count; i++) {
      const at = i * stride(ghost);
      points.set(ghost.samples.subarray(at, at + 3), 3 * i);
    }
    this.path.geometry.dispose();
    this.path.geometry = new THREE.BufferGeometry();
    this.path.geometry.setAttribute("position", new THREE.BufferAttribute(points, 3));
  }
}

function pale(opacity: number): THREE.MeshLambertMaterial {
  const material = new THREE.MeshLambertMaterial({ transparent: true, opacity, depthWrite: false });
  material.userData.shared = true;
  return material;
}

function stride(ghost: Ghost): number {
  return 3 + 7 * ghost.bodyCount;
}

/** The sample that a figure of the row shows. */
function figureSample(ghost: Ghost, figure: number): number {
  return Math.round(((figure + 1) / FIGURES) * (ghost.count - 1));
}

function within(ghost: Ghost, time: number): boolean {
  const end = ghost.start + ghost.interval * (ghost.count - 1);
  return ghost.count > 0 && time >= ghost.start - SLACK && time <= end;
}

function sampleAt(ghost: Ghost, time: number): number {
  return Math.max(0, Math.min(ghost.count - 1, Math.round((time - ghost.start) / ghost.interval)));
}
