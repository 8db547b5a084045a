/** Kinds of ground, each with the numbers that shape it, and how they are written. */

import { snap } from "../maths/number";

/** A number of a ground. */
export interface GroundNumber {
  name: string;
  label: string;
  unit: string;
  low: number;
  high: number;
  step: number;
  value: number;
}

export interface GroundKind {
  kind: string;
  label: string;
  numbers: readonly GroundNumber[];
  /** The text for the server, from the numbers and the place where it is to begin, m. */
  write: (v: Readonly<Record<string, number>>, from: number) => string;
}

const AHEAD = 1; // m before the body: where something new begins
const STAIRS_AT = 1; // m: where the server's own stairs begin

function number(
  name: string,
  label: string,
  unit: string,
  [low, value, high]: [number, number, number],
  step: number,
): GroundNumber {
  return { name, label, unit, low, high, step, value };
}

/** Stairs, from a place on. */
function stairs(rise: number, tread: number, count: number, from: number): string {
  if (from === STAIRS_AT) return `stairs:${rise},${tread},${count}`;
  const steps = Array.from({ length: count }, (_, i) => {
    return `${snap(from + i * tread, 0.001)}=${snap((i + 1) * rise, 0.001)}`;
  });
  return `steps:${steps.join(",")}`;
}

export const GROUNDS: readonly GroundKind[] = [
  { kind: "flat", label: "Flat", numbers: [], write: () => "flat" },
  {
    kind: "slope",
    label: "Slope",
    numbers: [number("angle", "Slope", "deg", [-15, 4, 15], 0.5)],
    write: (v) => `slope:${v.angle}`,
  },
  {
    kind: "stairs",
    label: "Stairs",
    numbers: [
      number("rise", "Rise", "m", [-0.2, 0.05, 0.2], 0.01),
      number("tread", "Tread", "m", [0.2, 0.4, 1], 0.05),
      number("count", "Steps", "", [1, 10, 40], 1),
    ],
    write: (v, from) => stairs(v.rise ?? 0, v.tread ?? 0.4, Math.round(v.count ?? 1), from),
  },
  {
    kind: "steps",
    label: "One step",
    numbers: [number("height", "Height", "m", [-0.3, 0.1, 0.3], 0.01)],
    write: (v, from) => `steps:${from}=${v.height}`,
  },
  {
    kind: "profile",
    label: "Hill",
    numbers: [
      number("height", "Height", "m", [-1, 0.3, 1], 0.05),
      number("length", "Length", "m", [2, 8, 30], 0.5),
    ],
    write: (v, from) => {
      const length = v.length ?? 8;
      return `profile:${from}=0,${snap(from + length / 2, 0.001)}=${v.height},${snap(from + length, 0.001)}=0`;
    },
  },
  {
    kind: "bumps",
    label: "Bumps",
    numbers: [number("height", "Height", "m", [0.005, 0.03, 0.15], 0.005)],
    write: (v) => `bumps:${v.height}`,
  },
  {
    kind: "fig5",
    label: "Rough path",
    numbers: [],
    write: (_, from) => `fig5:${snap(from - 1.8, 0.01)}`,
  },
];

export function defaults(ground: GroundKind): Record<string, number> {
  return Object.fromEntries(ground.numbers.map((n) => [n.name, n.value]));
}

/** A ground as the server reads it, so that a body at `x` (m) comes to it. */
export function groundText(ground: GroundKind, values: Readonly<Record<string, number>>, x: number): string {
  const from = x < STAIRS_AT - 0.4 ? STAIRS_AT : snap(Math.ceil((x + AHEAD) * 10) / 10, 0.1);
  return ground.write(values, from);
}
