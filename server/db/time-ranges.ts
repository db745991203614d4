// How long replies took, counted in ranges of time: so that percentiles of any days are read from sums.

/** Where each range ends, in milliseconds. Longer times count in the last one. Migration 0035 makes a column of each. */
export const timeEnds: readonly number[] = Array.from({ length: 20 }, (_range, index) =>
  Math.round(100 * 2 ** (index / 2)),
);

export const timeColumns = timeEnds.map((end) => `up_to_${end}` as const);

/** The time that a share of the times is at most, of how many are in each range: within √2 of it. Null without a time. */
export function percentile(counts: readonly number[], share: number): number | null {
  const position = share * counts.reduce((sum, count) => sum + count, 0);
  if (position <= 0) return null;
  let before = 0;
  const at = counts.findIndex((count) => (before += count) >= position);
  const [begin, end] = [timeEnds[at - 1] ?? 0, timeEnds[at] ?? 0];
  return Math.round(end - ((end - begin) * (before - position)) / (counts[at] ?? 1));
}
