import { describe, expect, it } from 'vitest';
import { pauseBefore } from './call-model.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('the pause before a repeated call', () => {
  it.each([
    [{ 'retry-after-ms': '30' }, 30],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:05 GMT' }, 5000],
  ])('is what the vendor asks for: %j', (responseHeaders, pause) => {
    expect(pauseBefore(0, { responseHeaders }, now)).toBe(pause);
  });

  it.each([{ 'retry-after': '3600' }, { 'retry-after': '-1' }, { 'retry-after': 'soon' }, {}, undefined])(
    'is 2 s, then 4, then 8 where that is no sensible time: %j',
    (responseHeaders) => {
      const pauses = [0, 1, 2].map((attempt) => pauseBefore(attempt, { responseHeaders }, now));
      expect(pauses).toEqual([2000, 4000, 8000]);
    },
  );
});
