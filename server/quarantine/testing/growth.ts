/** A reader and one of its texts. */
export interface Measurement {
  readonly reader: string;
  readonly text: string;
}

/** How the CPU time of a reader grows, in milliseconds, with a text that is doubled. */
export interface Growth extends Measurement {
  readonly sizes: readonly number[];
  readonly times: readonly number[];
}

/** Shorter times are those of the clock and the compiler. */
const minMs = 20;
/** What is linear doubles. */
const maxGrowth = 2.5;

/** Whether the first time that is long enough to tell has been doubled twice. */
export function isComparable({ times }: Pick<Growth, 'times'>): boolean {
  return (times.at(-3) ?? 0) > minMs;
}

/**
 * Whether a time that is long enough to tell has grown by more than what is linear, over two doublings: at one of them a
 * text may outgrow a cache of the processor.
 */
export function growsTooFast({ times }: Pick<Growth, 'times'>): boolean {
  return times.some((time, index) => {
    const before = times[index - 2] ?? 0;
    return before > minMs && time > maxGrowth ** 2 * before;
  });
}
