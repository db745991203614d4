import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StopCause } from './endings.ts';
import { ReplyTimeouts } from './timeouts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(): { timeouts: ReplyTimeouts; expired: StopCause[] } {
  const expired: StopCause[] = [];
  const limits = { firstContentMs: 300, silenceMs: 200, totalMs: 2000 };
  return { expired, timeouts: new ReplyTimeouts(limits, (cause) => expired.push(cause)) };
}

describe('the timeouts of a reply', () => {
  it('expire once, when there is no content in time', () => {
    const { timeouts, expired } = start();
    vi.advanceTimersByTime(299);
    timeouts.progress();
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(5000);
    expect(expired).toEqual(['no_first_content']);
  });

  it('expire after silence since the last progress', () => {
    const { timeouts, expired } = start();
    for (let parts = 0; parts < 5; parts++) {
      timeouts.content();
      timeouts.progress();
      vi.advanceTimersByTime(199);
    }
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(['silence']);
  });

  it('do not count the time in which the client drains as silence', () => {
    const { timeouts, expired } = start();
    timeouts.progress();
    timeouts.content();
    vi.advanceTimersByTime(1000);
    timeouts.progress();
    vi.advanceTimersByTime(199);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(['silence']);
  });

  it('expire after the total time, also while the client drains, and not after a stop', () => {
    const { timeouts, expired } = start();
    timeouts.progress();
    timeouts.content();
    vi.advanceTimersByTime(2000);
    expect(expired).toEqual(['too_long']);
    const stopped = start();
    stopped.timeouts.stop();
    vi.advanceTimersByTime(5000);
    expect(stopped.expired).toEqual([]);
  });
});
