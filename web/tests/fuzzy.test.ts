import { expect, it } from "vitest";
import { fuzzy } from "../src/maths/fuzzy";

it("prefers words that begin with the query", () => {
  expect(fuzzy("ball", "Throw a ball")).toBeGreaterThan(fuzzy("ball", "Footballs"));
  expect(fuzzy("bal", "Throw a ball")).toBeGreaterThan(fuzzy("bal", "Begin again, later"));
});

it("finds letters in order only", () => {
  expect(fuzzy("tab", "Throw a ball")).toBeGreaterThan(0);
  expect(fuzzy("bat", "Throw a ball")).toBe(0);
  expect(fuzzy("", "anything")).toBe(1);
});
