/** The middle of some numbers; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The value below which a share (0 to 1) of the numbers lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Half the distance between the quartiles, as a share of the median: how noisy the rounds were. NaN for a single one. */
export function spread(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);
}

/** A spread as the tables show it: `±7%`. */
export function formatSpread(share: number): string {
  return Number.isNaN(share) ? 'one round' : `±${(share * 100).toFixed(0)}%`;
}
