import { afterEach, expect, it, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => void vi.useRealTimers());

it('10,000 new ids are unique and match the documented format', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('agt'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^agt_[0-9A-Za-z]{22}$/.test(id))).toEqual([]);
});

it('ids sort as text by their creation time', () => {
  vi.useFakeTimers();
  const times = [0, 61, 62, 3_843, 3_844, Date.UTC(2026, 10, 21), Date.UTC(2081, 0), Date.UTC(9_000, 0)];
  const ids = times.map((time) => {
    vi.setSystemTime(time);
    return newId('cnv');
  });
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set([26]));
});

it('ids of the same millisecond have random characters at all 14 other positions', () => {
  vi.useFakeTimers();
  const ends = Array.from({ length: 1_000 }, () => newId('msg').slice(-14));
  for (let place = 0; place < 14; place++) expect(new Set(ends.map((end) => end[place])).size).toBe(62);
});
