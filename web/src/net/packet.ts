/** Binary packets of the server, viewed in place (the layout is documented in the server's `packets` module). */

import {
  EARLIER,
  ENDED,
  GHOST,
  GHOST_ENDED,
  GHOST_HEAD,
  PENDULUM,
  PLAYING,
  POSE,
  POSE_HEAD,
  RAGDOLL,
} from "../messages";

export const BODY_STRIDE = 7;
export const FORCE_STRIDE = 6;
const PENDULUM_POINTS = 7; // hips, neck, centre of mass, pivot, left and right foot, next step

export interface Pose {
  kind: "pose";
  playing: boolean;
  earlier: boolean;
  ended: boolean;
  ragdoll: boolean;
  scene: number;
  seq: number;
  time: number;
  head: number;
  tail: number;
  phase: number;
  version: number;
  stance: number;
  depth: number;
  clock: number;
  speed: number;
  drift: number;
  heading: number;
  rate: number;
  com: Float32Array;
  velocity: Float32Array;
  ground: number;
  wanted: number;
  phi: number;
  bodies: Float32Array;
  contacts: Float32Array;
  support: Float32Array;
  joints: Float32Array;
  forces: Float32Array;
  pendulum: Float32Array | null;
  named: Float32Array;
}

export interface Ghost {
  kind: "ghost";
  which: "next" | "last";
  scene: number;
  version: number;
  start: number;
  interval: number;
  count: number;
  bodyCount: number;
  ended: boolean;
  samples: Float32Array;
}

function decodePose(buffer: ArrayBuffer, view: DataView): Pose {
  const flags = view.getUint8(1);
  let offset = POSE_HEAD;
  const take = (count: number): Float32Array => {
    const part = new Float32Array(buffer, offset, count);
    offset += count * 4;
    return part;
  };
  return {
    kind: "pose",
    playing: (flags & PLAYING) > 0,
    earlier: (flags & EARLIER) > 0,
    ended: (flags & ENDED) > 0,
    ragdoll: (flags & RAGDOLL) > 0,
    scene: view.getUint16(2, true),
    seq: view.getUint32(4, true),
    time: view.getFloat64(8, true),
    head: view.getFloat64(16, true),
    tail: view.getFloat64(24, true),
    phase: view.getInt16(32, true),
    version: view.getInt16(34, true),
    stance: view.getUint8(36),
    depth: view.getUint8(37),
    clock: view.getFloat32(44, true),
    speed: view.getFloat32(48, true),
    drift: view.getFloat32(52, true),
    heading: view.getFloat32(56, true),
    rate: view.getFloat32(60, true),
    com: new Float32Array(buffer, 64, 3),
    velocity: new Float32Array(buffer, 76, 3),
    ground: view.getFloat32(88, true),
    wanted: view.getFloat32(92, true),
    phi: view.getFloat32(96, true),
    bodies: take(view.getUint16(42, true) * BODY_STRIDE),
    contacts: take(view.getUint8(38) * FORCE_STRIDE),
    support: take(view.getUint8(39) * 3),
    joints: take(view.getUint8(40) * 2),
    forces: take(view.getUint8(41) * FORCE_STRIDE),
    pendulum: (flags & PENDULUM) > 0 ? take(PENDULUM_POINTS * 3) : null,
    named: new Float32Array(buffer, offset),
  };
}

function decodeGhost(buffer: ArrayBuffer, view: DataView): Ghost {
  const count = view.getUint16(20, true);
  const bodyCount = view.getUint16(22, true);
  const flags = view.getUint8(1);
  return {
    kind: "ghost",
    which: (flags & 1) === 0 ? "next" : "last",
    scene: view.getUint16(2, true),
    version: view.getUint32(4, true),
    start: view.getFloat64(8, true),
    interval: view.getFloat32(16, true),
    count,
    bodyCount,
    ended: (flags & GHOST_ENDED) > 0,
    samples: new Float32Array(buffer, GHOST_HEAD, count * (3 + BODY_STRIDE * bodyCount)),
  };
}

/** A packet, or null for one of a kind that this page does not know. */
export function decodePacket(buffer: ArrayBuffer): Pose | Ghost | null {
  const view = new DataView(buffer);
  const kind = view.getUint8(0);
  if (kind === POSE) return decodePose(buffer, view);
  if (kind === GHOST) return decodeGhost(buffer, view);
  return null;
}
