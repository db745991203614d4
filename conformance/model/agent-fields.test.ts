import { expect, it } from 'vitest';
import { isSameInstant, isTimestamp } from './agent-fields.ts';

it.each([
  '2026-11-21T09:00:00Z',
  '2026-11-21T09:00:00.123Z',
  '2026-11-21T09:00:00,123000Z',
  '2026-11-21T09:00+02:00',
  '2026-11-21T09:00:00+0200',
  '20261121T090000Z',
  '2028-02-29T09:00:00Z',
  '2026-11-21T24:00:00Z',
  '2026-W47-6T09:00:00Z',
  '2026-325T09:00:00Z',
  '2026-11-21T09:00:00',
])('R-2.1-10 accepts %s as ISO 8601', (text) => {
  expect(isTimestamp(text)).toBe(true);
});

it.each([
  'Sat, 21 Nov 2026 09:00:00 GMT',
  '2026-11-21',
  '2026-13-21T09:00:00Z',
  '2026-11-21T25:00:00Z',
  '2026-11-21T24:30:00Z',
  '2026-02-29T09:00:00Z',
  '2026-11-31T09:00:00Z',
  '20260230T090000Z',
  '2026-W54-1T09:00:00Z',
  '2026-367T09:00:00Z',
  '2026-00-10T09:00:00Z',
  '21/11/2026 09:00',
  'just now',
  '',
  1795251600,
  null,
  undefined,
])('R-2.1-10 rejects %s as ISO 8601', (value) => {
  expect(isTimestamp(value)).toBe(false);
});

it('R-2.1-12 compares timestamps as instants, not as texts', () => {
  expect(isSameInstant('2026-11-21T09:00:00Z', '2026-11-21T11:00:00+02:00')).toBe(true);
  expect(isSameInstant('2026-11-21T09:00:00,5Z', '2026-11-21T09:00:00.500Z')).toBe(true);
  expect(isSameInstant('2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00.001Z')).toBe(false);
  expect(isSameInstant('just now', 'later')).toBe(false);
});
