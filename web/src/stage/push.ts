/** Drag on a part to push it: a spring of newtons from the part to the pointer. */

import * as THREE from "three";
import type { Scene } from "../messages";
import { send } from "../state/session";
import { mark } from "../state/store";
import { ArrowPool } from "./arrows";

const NEWTONS_PER_METRE = 500;
const MOST_NEWTONS = 1000;
const REPEAT_MS = 50;
const PUSH_SECONDS = 0.06;

export interface PushLabel {
  x: number;
  y: number;
  newtons: number;
  part: string;
}

interface Grip {
  body: number;
  part: string;
  /** Where it was taken, in the part's frame. */
  local: THREE.Vector3;
  /** Where the pointer is, -1 to 1. */
  place: THREE.Vector2;
}

export class Pusher {
  readonly root = new THREE.Group();
  private readonly arrow = new ArrowPool(this.root, 1);
  private readonly ray = new THREE.Raycaster();
  private grip: Grip | null = null;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    private readonly camera: THREE.Camera,
    private readonly onLabel: (label: PushLabel | null) => void,
  ) {
    this.arrow.colour("#b3362b");
  }

  get active(): boolean {
    return this.grip !== null;
  }

  /** The part under a place of the canvas (-1 to 1), or null. */
  pick(place: THREE.Vector2, bodies: readonly THREE.Group[], scene: Scene): Grip | null {
    this.ray.setFromCamera(place, this.camera);
    const hit = this.ray.intersectObjects([...bodies], true)[0];
    const index = hit?.object.userData.body as number | undefined;
    if (!hit || index === undefined || index < 0) return null;
    const part = scene.bodies[index]?.part ?? "";
    if (part === "") return null;
    return { body: index, part, local: bodies[index]!.worldToLocal(hit.point.clone()), place };
  }

  begin(grip: Grip, bodies: () => readonly THREE.Group[], planar: boolean): void {
    this.grip = grip;
    mark("push");
    this.timer = setInterval(() => this.repeat(bodies(), planar), REPEAT_MS);
  }

  move(place: THREE.Vector2): void {
    if (this.grip) this.grip.place = place;
  }

  end(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.grip = null;
    this.arrow.begin();
    this.arrow.end();
    this.onLabel(null);
  }

  private force(
    bodies: readonly THREE.Group[],
    planar: boolean,
  ): { from: THREE.Vector3; force: THREE.Vector3 } | null {
    const body = this.grip && bodies[this.grip.body];
    if (!this.grip || !body) return null;
    body.updateMatrixWorld();
    const from = body.localToWorld(this.grip.local.clone());
    // The plane goes with the part, so that a walking body does not run away from the pointer.
    const facing = this.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, from);
    this.ray.setFromCamera(this.grip.place, this.camera);
    const end = this.ray.ray.intersectPlane(plane, new THREE.Vector3()) ?? from;
    const force = end.clone().sub(from).multiplyScalar(NEWTONS_PER_METRE);
    if (planar) force.y = 0;
    return { from, force: force.clampLength(0, MOST_NEWTONS) };
  }

  private repeat(bodies: readonly THREE.Group[], planar: boolean): void {
    const push = this.force(bodies, planar);
    if (!push || !this.grip || push.force.length() < 5) return;
    send({
      type: "push",
      part: this.grip.part,
      force: push.force.toArray(),
      seconds: PUSH_SECONDS,
      world: true,
    });
  }

  /** Draws the arrow and says how strong the push is; called for every picture. */
  draw(bodies: readonly THREE.Group[], planar: boolean, width: number, height: number): void {
    const push = this.force(bodies, planar);
    if (!push || !this.grip) return;
    const { from, force } = push;
    const newtons = force.length();
    this.arrow.begin();
    if (newtons > 5)
      this.arrow.add(from.x, from.y, from.z, force.x, force.y, force.z, newtons / NEWTONS_PER_METRE);
    this.arrow.end();
    const screen = from.add(force.divideScalar(NEWTONS_PER_METRE)).project(this.camera);
    this.onLabel({
      x: ((screen.x + 1) / 2) * width,
      y: ((1 - screen.y) / 2) * height,
      newtons: Math.round(newtons / 10) * 10,
      part: this.grip.part,
    });
  }
}
