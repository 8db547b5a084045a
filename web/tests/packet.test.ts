import { describe, expect, it } from "vitest";
import { decodePacket } from "../src/net/packet";

function poseBytes(): ArrayBuffer {
  const buffer = new ArrayBuffer(100 + 4 * (7 + 6 + 9 + 2 + 21));
  const view = new DataView(buffer);
  view.setUint8(0, 1);
  view.setUint8(1, 1 | 8 | 16);
  view.setUint16(2, 5, true);
  view.setUint32(4, 77, true);
  view.setFloat64(8, 1.25, true);
  view.setInt16(32, -1, true);
  view.setUint8(37, 2);
  view.setUint16(42, 1, true);
  view.setUint8(38, 1);
  view.setUint8(39, 3);
  view.setUint8(40, 1);
  view.setFloat32(48, 0.5, true);
  view.setFloat32(64, 9, true);
  view.setFloat32(100, 3, true);
  view.setFloat32(100 + 28 + 20, 700, true);
  view.setFloat32(100 + 4 * 24, 0.9, true);
  return buffer;
}

describe("decodePacket", () => {
  it("reads a pose", () => {
    const pose = decodePacket(poseBytes());
    if (pose?.kind !== "pose") throw new Error("not a pose");
    expect(pose.playing && pose.ragdoll && !pose.earlier && !pose.ended).toBe(true);
    expect([pose.scene, pose.seq, pose.time, pose.phase]).toEqual([5, 77, 1.25, -1]);
    expect([pose.speed, pose.com[0], pose.bodies[0], pose.contacts[5]]).toEqual([0.5, 9, 3, 700]);
    expect([pose.support.length, pose.joints.length, pose.forces.length]).toEqual([9, 2, 0]);
    expect([pose.depth, pose.bodies.length, pose.named.length]).toEqual([2, 7, 0]);
    expect(pose.pendulum?.length).toBe(21);
    expect(pose.pendulum?.[0]).toBeCloseTo(0.9);
  });
  it("reads a ghost", () => {
    const buffer = new ArrayBuffer(24 + 4 * 2 * 10);
    const view = new DataView(buffer);
    view.setUint8(0, 2);
    view.setUint8(1, 1 | 2);
    view.setFloat32(16, 0.5, true);
    view.setUint16(20, 2, true);
    view.setUint16(22, 1, true);
    const ghost = decodePacket(buffer);
    if (ghost?.kind !== "ghost") throw new Error("not a ghost");
    expect([ghost.which, ghost.count, ghost.samples.length, ghost.interval]).toEqual(["last", 2, 20, 0.5]);
    expect(ghost.ended).toBe(true);
  });
  it("leaves unknown kinds alone", () => {
    expect(decodePacket(new ArrayBuffer(8))).toBeNull();
  });
});
