import type { Comparison } from './compare.ts';
import { formatSpread } from './statistics.ts';
import type { WorkloadResult } from './workload.ts';

/** The ratio table of a comparison: every cost against that of the server named `base`. */
export function comparisonTable(
  comparisons: readonly Comparison[],
  base: string,
  notes: readonly string[] = [],
): WorkloadResult {
  const cost = comparisons.find(({ name }) => name === base)?.cpuMicroseconds ?? Number.NaN;
  const rows = comparisons.map((one) => [
    one.note === '' ? one.name : `${one.name} (${one.note})`,
    one.cpuMicroseconds.toFixed(0),
    formatSpread(one.spread),
    (one.cpuMicroseconds / cost).toFixed(2),
    one.requestsPerSecond.toFixed(0),
    one.p99Milliseconds.toFixed(1),
  ]);
  return {
    headings: ['server', 'CPU us/request', 'spread', `against ${base}`, 'requests/s', 'p99 ms'],
    rows,
    data: comparisons,
    notes,
  };
}
