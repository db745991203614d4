/** How long and how often a workload measures. */
export interface BenchOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** Another checkout of this service, measured beside this one; null for none. */
  readonly against: string | null;
  /** How many streams are open at once, for each step of the workload `streams`. */
  readonly streams: readonly number[];
  /** How many of them are opened in a second. */
  readonly openPerSecond: number;
}

/** What a workload found: a table for people, and the same numbers for programs. */
export interface WorkloadResult {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly data: unknown;
  /** What a reader of the table has to know. */
  readonly notes: readonly string[];
}

export interface Workload {
  readonly title: string;
  run(options: BenchOptions): Promise<WorkloadResult>;
}
