/** Lanes for the arrows of the phase graph: arrows that overlap vertically run side by side. */

export interface Arrow {
  from: number;
  to: number;
}

/** Gives each arrow the innermost lane whose arrows it does not overlap; short arrows go first. */
export function assignLanes(arrows: readonly Arrow[]): number[] {
  const order = arrows
    .map((arrow, index) => ({
      index,
      low: Math.min(arrow.from, arrow.to),
      high: Math.max(arrow.from, arrow.to),
    }))
    .sort((a, b) => a.high - a.low - (b.high - b.low) || a.low - b.low || a.index - b.index);
  const lanes: { low: number; high: number }[][] = [];
  const result = new Array<number>(arrows.length).fill(0);
  for (const item of order) {
    let lane = lanes.findIndex((taken) => taken.every((t) => item.low > t.high || item.high < t.low));
    if (lane < 0) lane = lanes.push([]) - 1;
    lanes[lane]!.push(item);
    result[item.index] = lane;
  }
  return result;
}
