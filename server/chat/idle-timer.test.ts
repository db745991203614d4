import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleTimer } from './timeouts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a timer of idleness', () => {
  it('expires when nothing was touched for its time, a tenth late at most, and again after as long', () => {
    let expired = 0;
    const timer = new IdleTimer(1000, () => expired++);
    vi.advanceTimersByTime(999);
    expect(expired).toBe(0);
    vi.advanceTimersByTime(101);
    expect(expired).toBe(1);
    vi.advanceTimersByTime(1100);
    expect(expired).toBe(2);
    timer.stop();
    vi.advanceTimersByTime(5000);
    expect(expired).toBe(2);
  });

  it('waits anew from each touch', () => {
    let expired = 0;
    const timer = new IdleTimer(1000, () => expired++);
    for (let touches = 0; touches < 10; touches++) {
      vi.advanceTimersByTime(900);
      timer.touch();
    }
    vi.advanceTimersByTime(999);
    expect(expired).toBe(0);
    vi.advanceTimersByTime(101);
    expect(expired).toBe(1);
    timer.stop();
  });
});
