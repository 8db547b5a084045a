import { describe, expect, it } from "vitest";
import { spread } from "../src/maths/spread";

describe("spread", () => {
  it("parts points that lie on each other, within the box", () => {
    const made = spread(
      [
        [50, 95],
        [50, 95],
        [52, 96],
        [10, 10],
      ],
      15,
      [0, 0, 100, 100],
    );
    for (let i = 0; i < 4; i++)
      for (let j = i + 1; j < 4; j++)
        expect(Math.hypot(made[i]![0] - made[j]![0], made[i]![1] - made[j]![1])).toBeGreaterThan(14.5);
    for (const [x, y] of made) expect(Math.min(x, y, 100 - x, 100 - y)).toBeGreaterThanOrEqual(0);
    expect(made[3]).toEqual([10, 10]);
  });
});
