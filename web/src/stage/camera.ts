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

export class FollowCamera {
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.05, 300);
  follow = true;
  private readonly target = new THREE.Vector3(0, 0, 0.9);
  private readonly wanted = new THREE.Vector3(0, 0, 0.9);
  private azimuth = VIEWS.quarter[0];
  private elevation = VIEWS.quarter[1];
  private distance = 4.6;
  private placed = false;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  view(name: ViewName): void {
    [this.azimuth, this.elevation] = VIEWS[name];
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

  /** Where the body is now, m. */
  see(x: number, y: number, z: number): void {
    this.wanted.set(x, y, z);
    if (!this.placed) this.target.copy(this.wanted);
    this.placed = true;
  }

  /** Jumps to the body: after a reset or a new scene. */
  jump(): void {
    this.placed = false;
    this.follow = true;
  }

  resize(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  /** Glides on; true while the picture still changes. */
  update(seconds: number): boolean {
    if (this.follow) {
      const far = this.target.distanceTo(this.wanted) > 4;
      this.target.lerp(this.wanted, far ? 1 : 1 - Math.exp(-seconds / GLIDE_SECONDS));
    }
    const before = this.camera.position.clone();
    const flat = Math.cos(this.elevation) * this.distance;
    this.camera.position.set(
      this.target.x + flat * Math.cos(this.azimuth),
      this.target.y + flat * Math.sin(this.azimuth),
      Math.max(0.05, this.target.z + Math.sin(this.elevation) * this.distance),
    );
    this.camera.lookAt(this.target);
    this.camera.updateMatrixWorld();
    return before.distanceToSquared(this.camera.position) > 1e-7;
  }
}
