import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 8, 0, 0);

describe('Retry-After', () => {
  it('R-8-06 whole seconds are a wait, however many', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), (seconds) => {
        expect(readRetryAfter(String(seconds), undefined, now)).toEqual({
          type: 'wait',
          milliseconds: seconds * 1000,
          form: 'seconds',
        });
      }),
    );
  });

  it('R-8-06 a date is held against the clock of the server, where it tells one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3600 }), fc.integer({ min: -1e6, max: 1e6 }), (seconds, skew) => {
        const date = new Date(now + seconds * 1000).toUTCString();
        const read = readRetryAfter(date, new Date(now).toUTCString(), now + skew);
        expect(read).toEqual({ type: 'wait', milliseconds: seconds * 1000, form: 'date' });
        expect(readRetryAfter(date, undefined, now)).toEqual(read);
      }),
    );
  });

  it.each([
    undefined,
    '',
    'soon',
    '-5',
    '1.5',
    '12.000',
    '10s',
    '2026-11-21T08:00:00Z',
    'Sat, 99 Nov 2026 08:00:00 GMT',
  ])('R-8-06 %j is malformed', (value) =>
    expect(readRetryAfter(value, undefined, now).type).toBe('malformed'),
  );
});
