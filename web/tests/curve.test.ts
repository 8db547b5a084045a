import { describe, expect, it } from "vitest";
import { insertionIndex, valueAt, verticalRange, xBounds } from "../src/maths/curve";
import { assignLanes } from "../src/maths/lanes";

const knots = [
  { x: 0, y: 0 },
  { x: 0.5, y: 1 },
  { x: 1, y: -1 },
];

describe("curve", () => {
  it("is straight between knots and level beyond them", () => {
    expect(valueAt(knots, 0.25)).toBeCloseTo(0.5);
    expect(valueAt(knots, 0.75)).toBeCloseTo(0);
    expect(valueAt(knots, -1)).toBe(0);
    expect(valueAt(knots, 2)).toBe(-1);
    expect(valueAt([], 0.5)).toBe(0);
  });
  it("survives two knots at one place", () => {
    expect(
      valueAt(
        [
          { x: 0.5, y: 1 },
          { x: 0.5, y: 2 },
          { x: 1, y: 3 },
        ],
        0.5,
      ),
    ).toBe(1);
  });
  it("keeps knots in order", () => {
    expect(xBounds(knots, 1)).toEqual([0.01, 0.99]);
    expect(xBounds(knots, 0)[0]).toBe(0);
    expect(insertionIndex(knots, 0.6)).toBe(2);
    expect(insertionIndex(knots, 1)).toBe(3);
  });
  it("draws with air around", () => {
    const [low, high] = verticalRange(knots);
    expect(low).toBeLessThan(-1);
    expect(high).toBeGreaterThan(1);
    const [l, h] = verticalRange([{ x: 0, y: 0 }]);
    expect(h - l).toBeGreaterThanOrEqual(0.4);
  });
});

describe("assignLanes", () => {
  it("puts arrows that overlap into different lanes", () => {
    const lanes = assignLanes([
      { from: 0, to: 10 },
      { from: 2, to: 4 },
      { from: 5, to: 8 },
    ]);
    expect(lanes[1]).toBe(0);
    expect(lanes[2]).toBe(0);
    expect(lanes[0]).toBe(1);
  });
});
