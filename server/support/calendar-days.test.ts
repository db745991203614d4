import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayAt, isTimeZone, listDays } from './calendar-days.ts';

const beginOf = (day: string, zone: string): string | undefined =>
  listDays(day, day, zone)[0]?.from.toISOString();

describe('the days of a time zone', () => {
  it.each([
    ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
    ['Europe/Berlin', '2026-11-22', '2026-11-21T23:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-22', '2026-11-21T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-22', '2026-11-21T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00:00.000Z'],
    ['Pacific/Niue', '2026-11-22', '2026-11-22T11:00:00.000Z'],
    // Clocks go from 00:00 to 01:00 there.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])('in %s %s begins at %s', (zone, day, begin) => {
    expect(beginOf(day, zone)).toBe(begin);
  });

  it('have 23 or 25 hours when clocks change', () => {
    const hours = listDays('2026-10-24', '2026-10-26', 'Europe/Berlin').map(
      ({ from, to }) => (to.getTime() - from.getTime()) / 3_600_000,
    );
    expect(hours).toEqual([24, 25, 24]);
  });

  it('have every instant in exactly the day that the time zone shows for it', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const day = dayAt(instant.getTime(), zone);
        const around = listDays(addDays(day, -2), addDays(day, 2), zone);
        const found = around.filter(({ from, to }) => from <= instant && instant < to);
        expect(found.map((each) => each.day)).toEqual([day]);
      }),
    );
  });
});

it('knows IANA names only', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Base', '', 'x'.repeat(64)].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
