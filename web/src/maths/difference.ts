/** The one stretch in which two texts differ: a cursor outside it stays where it is. */

export interface Difference {
  from: number;
  to: number;
  insert: string;
}

export function difference(before: string, after: string): Difference {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
