import { describe, expect, it } from 'vitest';
import { timesOf, type Archive } from './suite-run.ts';

const start = Date.UTC(2026, 10, 21);

/** Exchanges as `[milliseconds after the start, milliseconds long]`. */
function archive(...spans: readonly (readonly [from: number, length: number])[]): Archive {
  const entries = spans.map(([from, time]) => ({
    startedDateTime: new Date(start + from).toISOString(),
    time,
  }));
  return { log: { entries } };
}

describe('the time of a run of the suite', () => {
  it('is from the first request to the last answer, however they overlap', () => {
    const times = timesOf(archive([100, 1_900], [0, 200], [150, 50]));
    expect(times).toEqual({ requests: 3, sending: 2, waiting: 0 });
  });

  it('does not count the window of a rate limit, in which nothing is sent', () => {
    const times = timesOf(archive([0, 500], [60_500, 250]));
    expect(times).toEqual({ requests: 2, sending: 0.75, waiting: 60 });
  });

  it('counts the short pauses in which the suite itself is busy', () => {
    expect(timesOf(archive([0, 100], [1_099, 1]))).toEqual({ requests: 2, sending: 1.1, waiting: 0 });
  });

  it('counts an answer that is slow as sending, not as waiting', () => {
    expect(timesOf(archive([0, 3_000], [500, 100], [3_000, 100])).sending).toBe(3.1);
  });
});
