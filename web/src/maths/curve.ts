/** Curves over a phase: straight lines through knots, as the language's `curve(x: y, …)`. */

export interface Knot {
  x: number;
  y: number;
}

/** The curve's value at `phi`; level beyond the first and last knot. */
export function valueAt(knots: readonly Knot[], phi: number): number {
  const first = knots[0];
  const last = knots[knots.length - 1];
  if (!first || !last) return 0;
  if (phi <= first.x) return first.y;
  for (let i = 1; i < knots.length; i++) {
    const a = knots[i - 1]!;
    const b = knots[i]!;
    if (phi <= b.x) return b.x === a.x ? b.y : a.y + ((b.y - a.y) * (phi - a.x)) / (b.x - a.x);
  }
  return last.y;
}

/** Where a knot may move along x: between its neighbours, with a little room. */
export function xBounds(knots: readonly Knot[], index: number, room = 0.01): [number, number] {
  const low = index === 0 ? 0 : knots[index - 1]!.x + room;
  const high = index === knots.length - 1 ? 1 : knots[index + 1]!.x - room;
  return [low, high];
}

/** Index at which a knot at `x` belongs. */
export function insertionIndex(knots: readonly Knot[], x: number): number {
  const index = knots.findIndex((k) => k.x > x);
  return index < 0 ? knots.length : index;
}

/** A comfortable vertical range for drawing: all knots, some air, never thinner than `least`. */
export function verticalRange(knots: readonly Knot[], least = 0.4): [number, number] {
  const ys = knots.map((k) => k.y);
  const low = Math.min(0, ...ys);
  const high = Math.max(0, ...ys);
  const air = Math.max((high - low) * 0.15, (least - (high - low)) / 2, 0);
  return [low - air, high + air];
}
