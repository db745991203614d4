import { expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { clockWarning } from './verify-created.ts';
import { replyWarnings, type SeenReply } from './reply-texts.ts';

const exchange = {} as Exchange;
const text = { type: 'text', content: 'some words' };
const slow: SeenReply = {
  events: [text, text, text, text],
  isStreamed: false,
  durationMs: 2000,
  exchange,
  isFollowUp: false,
};
const textsOf = (...replies: readonly SeenReply[]): string[] => replyWarnings(replies).map((one) => one.text);

it('warns when each slow reply arrives in one piece at its end', () => {
  expect(textsOf(slow, slow)).toEqual([expect.stringContaining('arrives in one piece, after 2 s')]);
});

it.each([
  ['one of them is streamed', [slow, { ...slow, isStreamed: true }]],
  ['they take less than a second', [{ ...slow, durationMs: 900 }]],
  ['they have one text event', [{ ...slow, events: [text] }]],
])('does not warn when %s', (_, replies) => expect(textsOf(...replies)).toEqual([]));

const result = (output: object): SeenReply => ({
  ...slow,
  durationMs: 1,
  events: [{ type: 'tool_result', tool: 'search_products', output }],
});

it('warns of a tool that always fails, and not of one that works once', () => {
  const failed = result({ error: 'no connection' });
  expect(textsOf(failed, result({ is_error: true }))).toEqual([
    'the tool search_products always fails: 2 of 2 results are errors',
  ]);
  expect(textsOf(failed, result({ products: [] }))).toEqual([]);
  expect(textsOf(failed)).toEqual([]);
});

const now = Date.parse('2026-11-21T09:00:00Z');
const created = (created_at: string): Exchange =>
  ({ json: { created_at }, status: 201 }) as unknown as Exchange;

it.each([
  '2026-11-20T09:00:00Z',
  '2026-11-21T08:00:00Z',
  '1970-01-01T00:00:00Z',
  '2026-11-21T09:10:00+00:00',
])('warns of created_at %s, which is not near the clock', (at) =>
  expect(clockWarning(created(at), now)).toContain(`created_at ${at} is`),
);

it.each([
  '2026-11-21T09:02:00Z',
  '2026-11-21T14:30:00+05:30',
  '2026-11-21T14:31:00',
  '2026-W47-6T09:00:00Z',
  'soon',
])('does not warn of created_at %s', (at) => expect(clockWarning(created(at), now)).toBeUndefined());
