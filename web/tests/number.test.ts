import { describe, expect, it } from "vitest";
import { decimalsOf, numbersInLine, rangeAbout, snap, stepOf, writeNumber } from "../src/maths/number";

describe("numbersInLine", () => {
  const texts = (line: string) => numbersInLine(line).map((n) => line.slice(n.start, n.end));
  it("takes a sign that belongs to the number", () => {
    expect(texts("POSE swKnee(1.1), swAnkle(-.6), stKnee(5.);")).toEqual(["1.1", "-.6", "5."]);
  });
  it("leaves a minus between two values alone", () => {
    expect(texts("TO x WHEN near BOX - .3 > a-1;")).toEqual([".3", "1"]);
  });
  it("reads marks and skips names and comments", () => {
    expect(texts("SKILL walk3d(lean = 0.08~0.05<-.1,.3>) # 12 of them")).toEqual([
      "0.08",
      "0.05",
      "-.1",
      ".3",
    ]);
  });
  it("knows the value", () => {
    expect(numbersInLine("(-1e-3)")[0]?.value).toBe(-0.001);
  });
});

describe("writeNumber", () => {
  it("keeps the style of what stood there", () => {
    expect(writeNumber(0.55, ".5")).toBe(".55");
    expect(writeNumber(-0.55, "-.5")).toBe("-.55");
    expect(writeNumber(0.55, "0.5")).toBe("0.55");
    expect(writeNumber(2010, "2000", 10)).toBe("2010");
  });
  it("never writes minus zero, dust or a trailing point", () => {
    expect(writeNumber(-0.0001, "0.1")).toBe("0");
    expect(writeNumber(0.1 + 0.2, "0.1")).toBe("0.3");
    expect(writeNumber(100, "5.0", 0.01)).toBe("100");
  });
  it("refuses what a script cannot hold", () => {
    expect(() => writeNumber(Number.NaN, "1")).toThrow(RangeError);
  });
});

describe("steps and ranges", () => {
  it("scales with the value", () => {
    expect(stepOf(0.3)).toBe(0.01);
    expect(stepOf(2000)).toBe(10);
    expect(stepOf(20, "deg")).toBe(1);
    expect(snap(0.30000001, 0.01)).toBe(0.3);
    expect(decimalsOf("1e-3")).toBe(3);
  });
  it("holds the value", () => {
    for (const value of [-5, -0.2, 0, 0.3, 40]) {
      const [low, high] = rangeAbout(value, "number");
      expect(low <= value && value <= high).toBe(true);
    }
  });
});
