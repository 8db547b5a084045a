/** Points that must not lie on each other. */

type Point = [number, number];

const ROUNDS = 60;

/** Moves points apart until no two are nearer than `gap`, and keeps them in a box; the first moves least.
 *
 * @param box left, top, right, bottom.
 */
export function spread(
  points: readonly Point[],
  gap: number,
  box: [number, number, number, number],
): Point[] {
  const out = points.map((p): Point => [p[0], p[1]]);
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let i = 0; i < out.length; i++)
      for (let j = i + 1; j < out.length; j++) moved = part(out[i]!, out[j]!, gap, j) || moved;
    for (const p of out) {
      p[0] = Math.min(box[2], Math.max(box[0], p[0]));
      p[1] = Math.min(box[3], Math.max(box[1], p[1]));
    }
    if (!moved) break;
  }
  return out;
}

/** Moves two points apart; those in one place in a direction of their own. */
function part(a: Point, b: Point, gap: number, index: number): boolean {
  let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const far = Math.hypot(dx, dy);
  if (far >= gap - 1e-6) return false;
  if (far < 1e-6) [dx, dy] = [Math.cos(index * 2.4), Math.sin(index * 2.4)];
  const size = Math.hypot(dx, dy);
  const by = (gap - far) / 2 + 0.01;
  a[0] -= (dx / size) * by;
  a[1] -= (dy / size) * by;
  b[0] += (dx / size) * by;
  b[1] += (dy / size) * by;
  return true;
}
