/** Numbers as they stand in a script: finding them, stepping them, writing them back in their own style. */

/** A number in a text: offsets of sign and digits, without mark and unit. */
export interface NumberSpan {
  start: number;
  end: number;
  value: number;
}

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g;
const WORD_BEFORE = /[A-Za-z0-9_]$/;
const VALUE_BEFORE = /[A-Za-z0-9_)>.]\s*$/;

/** All numbers of a line, comments left out; a minus belongs to a number that follows no value. */
export function numbersInLine(line: string): NumberSpan[] {
  const comment = line.indexOf("#");
  const code = comment < 0 ? line : line.slice(0, comment);
  const found: NumberSpan[] = [];
  for (const match of code.matchAll(NUMBER)) {
    let start = match.index;
    const end = start + match[0].length;
    if (WORD_BEFORE.test(code.slice(0, start))) continue; // the 3 of `walk3d`
    if (code[start - 1] === "-" && !VALUE_BEFORE.test(code.slice(0, start - 1))) start -= 1;
    found.push({ start, end, value: Number(code.slice(start, end)) });
  }
  return found;
}

/** Digits behind the point of a number as written. */
export function decimalsOf(literal: string): number {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const point = mantissa.indexOf(".");
  const digits = point < 0 ? 0 : mantissa.length - point - 1;
  return Math.max(0, digits - Number(exponent));
}

/** A sensible step for a number: a hundredth of an everyday value, 1 for degrees, 1 % for large ones. */
export function stepOf(value: number, unit = ""): number {
  if (unit === "deg") return 1;
  const size = Math.abs(value);
  if (size < 10) return 0.01;
  return 10 ** Math.floor(Math.log10(size) - 1.5);
}

/** Rounds to a multiple of a step without the dust of binary fractions. */
export function snap(value: number, step: number): number {
  const rounded = Math.round(value / step) * step;
  return Number(rounded.toFixed(Math.max(0, Math.ceil(-Math.log10(step)) + 1)));
}

/** Writes a value the way `like` is written: with or without the zero before the point. */
export function writeNumber(value: number, like: string, step = 0.01): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a number that a script can hold: ${value}`);
  const places = Math.min(6, Math.max(decimalsOf(like), Math.ceil(-Math.log10(step) - 1e-9), 0));
  let text = value.toFixed(places);
  if (text.includes(".")) text = text.replace(/\.?0+$/, "");
  if (text === "-0" || text === "") text = "0";
  const bare = /^-?\./.test(like);
  return bare ? text.replace(/^(-?)0\./, "$1.") : text;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** A slider's range about a value: its bounds where it has a mark, else a span that holds it. */
export function rangeAbout(value: number, kind: string, unit = ""): [number, number] {
  if (kind === "time") return [0, Math.max(1.5, value * 2)];
  if (kind === "angle") return unit === "deg" ? [-120, 120] : [-2, 2];
  if (kind === "gain") return value <= 3 ? [0, 3] : [0, value * 2];
  const reach = Math.max(1, Math.abs(value) * 2);
  return [value < 0 ? -reach : 0, reach];
}
