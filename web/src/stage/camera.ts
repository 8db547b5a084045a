/** A camera that follows: azimuth, elevation and distance about a point that glides after the body. */

import * as THREE from "three";
import { clamp } from "../maths/number";

export type ViewName = "quarter" | "side" | "front" | "top";

const VIEWS: Record<ViewName, [number, number]> = {
  quarter: [-0.95, 0.2],
  side: [-Math.PI / 2, 0.06],
  front: [0, 0.08],
  top: [-Math.PI / 2, 1.45],
};
const GLIDE_SECONDS = 0.25;
const NEAR = 4.6; // m: from here a grown body fills the picture

export class FollowCamera {
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.05, 300);
  follow = true;
  readonly target = new THREE.Vector3(0, 0, 0.9);
  private readonly wanted = new THREE.Vector3(0, 0, 0.9);
  private azimuth = VIEWS.quarter[0];
  private elevation = VIEWS.quarter[1];
  private distance = NEAR;
  private home = NEAR;
  private reach = 0;
  private shown = 0;
  private placed = false;
  private size: [number, number] = [1, 1];

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  /** Looks from a side, and frames the body again. */
  view(name: ViewName): void {
    [this.azimuth, this.elevation] = VIEWS[name];
    this.frame();
  }

  /** Follows the body from the distance at which it fills the picture. */
  frame(): void {
    this.jump();
    this.distance = this.home;
  }

  /** How far it is to what fills the picture: a body of this height, m. */
  suit(height: number): void {
    const before = this.home;
    this.home = clamp((NEAR * height) / 1.75, 1.2, 12);
    if (this.distance === before) this.distance = this.home;
  }

  orbit(dx: number, dy: number): void {
    this.azimuth -= dx * 0.006;
    this.elevation = clamp(this.elevation + dy * 0.006, -0.1, 1.5);
  }

  zoom(factor: number): void {
    this.distance = clamp(this.distance * factor, 0.8, 40);
  }

  /** Moves the point looked at in the picture's plane; following stops. */
  pan(dx: number, dy: number): void {
    this.follow = false;
    const scale = this.distance * 0.0012;
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    this.target.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
  }

  /**
   * Where the body is now, m, and what else is to be in the picture.
   *
   * @param ahead the farthest of the ghosts, or null.
   */
  see(x: number, y: number, z: number, ahead: readonly [number, number] | null = null): void {
    this.wanted.set(x, y, z);
    this.reach = 0;
    if (ahead) {
      const [dx, dy] = [ahead[0] - x, ahead[1] - y];
      this.wanted.x += dx / 2;
      this.wanted.y += dy / 2;
      // What lies across the view needs the room; what lies along it does not.
      const across = Math.abs(dx * Math.sin(this.azimuth) - dy * Math.cos(this.azimuth));
      const half = Math.tan((this.camera.fov * Math.PI) / 360) * (this.size[0] / Math.max(1, this.size[1]));
      this.reach = (across / 2 + 0.6) / half + Math.hypot(dx, dy) / 2;
    }
    if (!this.placed) this.target.copy(this.wanted);
    this.placed = true;
  }

  /** Jumps to the body: after a reset or a new scene. */
  jump(): void {
    this.placed = false;
    this.follow = true;
  }

  /** Of the picture in pixels; `below` of them, at its lower edge, are covered by tools. */
  resize(width: number, height: number, below: number): void {
    this.size = [width, height];
    this.camera.aspect = width / Math.max(1, height);
    // The whole picture moves up by half of what is covered: feet stay above the tools.
    this.camera.setViewOffset(width, height, 0, Math.round(below / 2), width, height);
    this.camera.updateProjectionMatrix();
  }

  /** Glides on; true while the picture still changes. */
  update(seconds: number): boolean {
    if (this.follow) {
      const far = this.target.distanceTo(this.wanted) > 4;
      this.target.lerp(this.wanted, far ? 1 : 1 - Math.exp(-seconds / GLIDE_SECONDS));
    }
    const before = this.camera.position.clone();
    const wide = this.follow
      ? Math.max(this.distance, Math.min(this.reach, 2.2 * this.distance))
      : this.distance;
    const glide = this.shown === 0 ? 1 : 1 - Math.exp(-seconds / GLIDE_SECONDS);
    this.shown += (wide - this.shown) * glide;
    const flat = Math.cos(this.elevation) * this.shown;
    this.camera.position.set(
      this.target.x + flat * Math.cos(this.azimuth),
      this.target.y + flat * Math.sin(this.azimuth),
      Math.max(0.05, this.target.z + Math.sin(this.elevation) * this.shown),
    );
    this.camera.lookAt(this.target);
    this.camera.updateMatrixWorld();
    return before.distanceToSquared(this.camera.position) > 1e-7;
  }
}
