/** The target pose of a phase, read from its statements, with the place in the text behind each angle. */

import { type Knot, valueAt } from "../maths/curve";
import type { Link, Target, View } from "../maths/skeleton";
import type { PhaseInfo, Value } from "../messages";
import { numberAt } from "./document";
import { program, scene, values } from "./store";

/** An angle with what can be edited: the index of a literal, or -1. */
export interface Angle extends Target {
  number: number;
  factor: number;
  label: string;
}

const DEG = Math.PI / 180;

export function factorOf(unit: string): number {
  return unit === "deg" ? DEG : 1;
}

/** Knots of a curve as they stand in the text; expressions count as 0. */
export function knotsOf(value: Value): Knot[] {
  return (value.knots ?? []).map((k) => ({ x: numberAt(k.x)?.value ?? 0, y: numberAt(k.y)?.value ?? 0 }));
}

/** Value of an argument in radians (or SI), and the literal behind it. */
export function readValue(value: Value, phi: number): { value: number; number: number; factor: number } {
  const literal = numberAt(value.number);
  if (literal) {
    const factor = factorOf(literal.info.unit);
    return { value: literal.value * factor, number: value.number, factor };
  }
  if ((value.knots ?? []).length > 0) return { value: valueAt(knotsOf(value), phi), number: -1, factor: 1 };
  const parameter = program.value?.parameters.find((p) => p.name === value.text.trim());
  if (!parameter) return { value: 0, number: -1, factor: 1 };
  const own = numberAt(parameter.number);
  const factor = factorOf(own?.info.unit ?? "");
  const now = own ? own.value * factor : (values.value[parameter.name] ?? parameter.value);
  return { value: now, number: own ? parameter.number : -1, factor };
}

/** Bare names by side: in the figure the right leg swings. */
function sided(name: string): string {
  if (/^sw[A-Z]/.test(name)) return `r${name.slice(2)}`;
  if (/^st[A-Z]/.test(name)) return `l${name.slice(2)}`;
  return name;
}

function linkOfPart(links: readonly Link[], part: string): Link | undefined {
  const name = sided(part);
  const now = scene.value;
  if (name === "pelvis") return links.find((l) => l.body === now?.root);
  if (name === "trunk" || name === "uTorso") return links.find((l) => l.body === now?.trunk);
  return links.find((l) => l.part === name);
}

/** All angles that a phase asks for in one view, by body. */
export function phaseAngles(
  phase: PhaseInfo,
  links: readonly Link[],
  view: View,
  phi = 0,
): Map<number, Angle> {
  const angles = new Map<number, Angle>();
  const argument = view === "side" ? "angle" : "roll.angle";
  for (const act of phase.actions) {
    const world = act.word === "VPD";
    if (!world && act.word !== "POSE" && act.word !== "LIPOSE") continue;
    const link = world ? linkOfPart(links, act.subject) : links.find((l) => l.joint === sided(act.subject));
    const value = act.values.find((v) => v.argument === argument);
    if (!link || !value) continue;
    const read = readValue(value, phi);
    angles.set(link.body, {
      angle: read.value,
      world,
      number: read.number,
      factor: read.factor,
      label: act.subject,
    });
  }
  return angles;
}
