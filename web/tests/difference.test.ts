import { expect, test } from "vitest";
import { difference } from "../src/maths/difference";

function apply(before: string, after: string): string {
  const { from, to, insert } = difference(before, after);
  return before.slice(0, from) + insert + before.slice(to);
}

test("the change makes the one text of the other", () => {
  for (const [a, b] of [
    ["abc", "abc"],
    ["", "x"],
    ["aaa", "aa"],
    ["swKnee(1.15)", "swKnee(1.25)"],
    ["one two", "two"],
  ] as const)
    expect(apply(a, b)).toBe(b);
});

test("only what differs is touched", () => {
  expect(difference("lean = 0.1;", "lean = 0.2;")).toEqual({ from: 9, to: 10, insert: "2" });
});
