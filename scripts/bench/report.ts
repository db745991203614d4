/** One table of a workload. The first column is text, the others are numbers. */
export interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What a reader of the table must know. */
  readonly note?: string;
}

/** A measured figure and its limit. */
export interface Limit {
  readonly name: string;
  readonly measured: number;
  readonly limit: number;
  /** The figure must be at least the limit; without it, at most. */
  readonly atLeast?: true;
}

export interface WorkloadResult {
  readonly tables: readonly Table[];
  readonly limits: readonly Limit[];
}

/** How long and how often a workload measures. */
export interface BenchOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** Another checkout of this service, measured in the same rounds as "before"; undefined for none. */
  readonly against: string | undefined;
  /** How many streams are open at once, over TLS and behind nginx. */
  readonly streams: number;
  readonly streamsBehindProxy: number;
}

export type Workload = (options: BenchOptions) => Promise<WorkloadResult>;

/** A Markdown table with aligned columns. */
export function formatTable({ headings, rows }: Pick<Table, 'headings' | 'rows'>): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const align = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const line = (row: readonly string[]): string => `| ${row.map(align).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(headings), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Every limit with its figure and whether it holds. */
export function formatLimits(limits: readonly Limit[]): string {
  const rows = limits.map(({ name, measured, limit, atLeast }) => [
    name,
    String(Number(measured.toPrecision(3))),
    `${atLeast ? '>=' : '<='} ${limit}`,
    (atLeast ? measured >= limit : measured <= limit) ? 'yes' : 'NO',
  ]);
  return formatTable({ headings: ['limit', 'measured', 'required', 'met'], rows });
}

/** The middle value; the mean of the two middle values for an even count. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The value below which a share (0 to 1) of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Half the distance between the quartiles as a share of the median, such as `±7%`: the noise of the rounds. */
export function spread(values: readonly number[]): string {
  if (values.length < 2) return 'one round';
  const share = (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);
  return `±${(share * 100).toFixed(0)}%`;
}
