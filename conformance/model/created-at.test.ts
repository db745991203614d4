import { expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { verifyAdvance, verifyCreatedAt } from './verify-created.ts';

const now = Date.parse('2026-11-21T09:30:20.500Z');

function created(created_at: string, startedAt = now, date = new Date(startedAt).toUTCString()): Exchange {
  return {
    status: 201,
    json: { created_at },
    headers: { date },
    startedAt,
    durationMs: 5,
  } as unknown as Exchange;
}

it.each([
  '2026-11-21T11:30:20.500Z',
  '2026-11-21T04:00:21-00:00',
  '0001-01-01T00:00:00Z',
  '1970-01-21T10:00:12.345Z',
])('R-2.1-10 finds created_at %s, which is no time of the create', (at) =>
  expect(verifyCreatedAt(created(at))).toHaveLength(1),
);

it.each([
  '2026-11-21T09:30:20.400Z',
  '2026-11-21T11:30:20+02:00',
  '2026-11-21T11:30:20',
  '2026-11-21T09:34:00Z',
  // A clock that is wrong, and days and minutes as they are.
  '2026-11-21T10:07:00Z',
  '2026-11-21T00:00:00Z',
  '2026-11-21T09:30Z',
  '2026-W47-6T09:30:20Z',
])('R-2.1-10 accepts created_at %s', (at) => expect(verifyCreatedAt(created(at))).toEqual([]));

it('R-2.1-10 finds nothing where the Date of the response is wrong or missing, too', () => {
  const at = '2026-11-21T11:30:20.500Z';
  expect(verifyCreatedAt(created(at, now, new Date(at).toUTCString()))).toEqual([]);
  expect(verifyCreatedAt(created(at, now, ''))).toEqual([]);
});

/** Creates of some seconds, each with the text of its time. */
function createsOf(textOf: (at: number, index: number) => string, count = 30): readonly Exchange[] {
  return Array.from({ length: count }, (_, index) => {
    const at = now + index * 200;
    return created(textOf(at, index), at);
  });
}

it('R-2.1-10 finds a created_at that is the start of the process', () => {
  expect(verifyAdvance(createsOf(() => '2026-11-21T09:12:34.567Z'))).toHaveLength(1);
});

it.each([
  ['milliseconds', (at: number) => new Date(at).toISOString()],
  ['whole seconds', (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`],
  ['whole minutes', (at: number) => `${new Date(at).toISOString().slice(0, 16)}:00Z`],
  ['two nodes', (at: number, index: number) => new Date(at + (index % 2) * 6000).toISOString()],
] as const)('R-2.1-10 accepts a clock of %s', (_, textOf) => {
  expect(verifyAdvance(createsOf(textOf))).toEqual([]);
});

it('R-2.1-10 does not compare a few creates', () => {
  expect(verifyAdvance(createsOf(() => '2026-11-21T09:12:34.567Z', 10))).toEqual([]);
});
