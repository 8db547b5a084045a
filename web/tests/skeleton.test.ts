import { describe, expect, it } from "vitest";
import { angleTowards, makeLinks, placeLinks } from "../src/maths/skeleton";
import type { Scene } from "../src/messages";

const body = (name: string, part: string, parent: number) => ({ name, part, parent, mass: 1 });
const joint = (name: string, index: number) => ({
  name: `${name}.pitch`,
  joint: name,
  axis: "pitch",
  low: -2,
  high: 2,
  limit: 100,
  body: index,
  anchor: [0, 0, 0] as [number, number, number],
});

const scene = {
  root: 0,
  bodies: [body("p", "pelvis", -1), body("t", "lThigh", 0), body("s", "lShin", 1)],
  joints: [joint("lHip", 1), joint("lKnee", 2)],
  shapes: [
    {
      body: 2,
      kind: "capsule",
      size: [0.05, 0.15],
      pos: [0, 0, -0.2],
      quat: [1, 0, 0, 0],
      rgba: [1, 1, 1, 1],
      category: "body",
      grid: [0, 0],
      heights: [],
    },
  ],
} as unknown as Scene;

// The whole body lies 2 m up, turned by 90 degrees about z: link geometry must not depend on it.
const h = Math.SQRT1_2;
const rows = Float32Array.from([5, 5, 2, h, 0, 0, h, 5, 5.1, 1.9, h, 0, 0, h, 5, 5.1, 1.5, h, 0, 0, h]);
const links = makeLinks(scene, rows);

describe("makeLinks", () => {
  it("finds joints in the parent's frame whatever the pose", () => {
    expect(links.map((l) => l.part)).toEqual(["pelvis", "lThigh", "lShin"]);
    expect(links[1]!.inParent.map((v) => Math.round(v * 1e3) / 1e3 + 0)).toEqual([0.1, 0, -0.1]);
    expect(links[2]!.inParent[2]).toBeCloseTo(-0.4);
    expect(links[2]!.tip[2]).toBeCloseTo(-0.4);
  });
});

describe("placeLinks", () => {
  it("moves a flexed knee's shank backwards and an extended hip's knee too", () => {
    const knee = placeLinks(links, new Map([[2, { angle: 0.5, world: false }]]), "side");
    expect(knee[2]!.to[0]).toBeLessThan(knee[2]!.from[0]);
    const hip = placeLinks(links, new Map([[1, { angle: 0.5, world: true }]]), "side");
    expect(hip[1]!.to[0]).toBeLessThan(hip[1]!.from[0]);
  });
  it("opens a left limb to the picture's right in the front view", () => {
    const front = placeLinks(links, new Map([[1, { angle: 0.3, world: false }]]), "front");
    expect(front[1]!.to[0]).toBeGreaterThan(front[1]!.from[0]);
  });
  it("is undone by angleTowards", () => {
    for (const view of ["side", "front"] as const) {
      const targets = new Map([
        [1, { angle: -0.4, world: true }],
        [2, { angle: 0.9, world: false }],
      ]);
      const placed = placeLinks(links, targets, view);
      expect(angleTowards(placed[2]!, view, ...placed[2]!.to, false)).toBeCloseTo(0.9);
      expect(angleTowards(placed[1]!, view, ...placed[1]!.to, true)).toBeCloseTo(-0.4);
    }
  });
  it("stands on the ground", () => {
    const placed = placeLinks(links, new Map(), "side");
    expect(Math.min(...placed.map((p) => p.to[1]))).toBeCloseTo(0);
  });
});
