import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isDay, isTimeZone, startOfDay } from './days.ts';

describe('the start of a day', () => {
  it.each([
    ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22', 'Europe/Berlin', '2026-11-21T23:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-11-22', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z'],
    ['2026-11-22', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
    ['2026-11-22', 'Pacific/Pago_Pago', '2026-11-22T11:00:00.000Z'],
    // The clock goes from 0:00 to 1:00: the day begins at 1:00.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // The clock goes from 24:00 back to 23:00, and from 1:00 back to 0:00.
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('%s in %s is %s', (day, timeZone, start) => {
    expect(startOfDay(day, timeZone)).toBe(start);
  });

  it('of a day that a time zone has left out is that of the next one', () => {
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).toBe(startOfDay('2011-12-31', 'Pacific/Apia'));
  });
});

it('knows days that exist, and time zones', () => {
  expect(['2026-02-28', '2026-02-29', '2026-13-01', 'x'].map(isDay)).toEqual([true, false, false, false]);
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus'].map(isTimeZone)).toEqual([true, true, false]);
});

it('counts days over the end of a year', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysBetween('2026-12-30', '2027-01-02')).toBe(3);
});
