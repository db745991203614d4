import { expect, it } from 'vitest';
import type { Exchange } from '../../exchange.ts';
import { verifyMcpId } from './mcp-requests.ts';

function exchangeOf(message: unknown, isStream = false, status = 200): Exchange {
  const json = JSON.stringify(message);
  const headers = { 'content-type': isStream ? 'text/event-stream' : 'application/json' };
  const text = isStream ? `: hello\r\n\r\nevent: message\r\ndata: ${json}\r\n\r\n` : json;
  return { status, headers, text, json: isStream ? undefined : message } as unknown as Exchange;
}

const result = (id: unknown): object => ({ jsonrpc: '2.0', id, result: {} });

it.each([0, -1, 7, '7', '', 'a "b"'])('accepts the response with the id %j of its request', (id) => {
  expect(verifyMcpId(exchangeOf(result(id)), id)).toEqual([]);
  expect(verifyMcpId(exchangeOf(result(id), true), id)).toEqual([]);
  expect(verifyMcpId(exchangeOf([result(id)]), id)).toEqual([]);
});

it.each([
  [7, '7'],
  ['007', 7],
  [0, null],
  [1, 2],
])('rejects the response to %j with the id %j', (id, other) => {
  expect(verifyMcpId(exchangeOf(result(other)), id)).toHaveLength(1);
  expect(verifyMcpId(exchangeOf(result(other), true), id)).toHaveLength(1);
});

it('rejects a result without an id', () => {
  expect(verifyMcpId(exchangeOf({ jsonrpc: '2.0', result: {} }), 1)).toHaveLength(1);
});

it.each([
  ['an error without a readable id', { id: null, error: { code: -32_700 } }],
  ['a request of the server', { id: 9, method: 'ping' }],
  ['a notification', { method: 'notifications/message', params: {} }],
  ['another JSON body', { error: 'no', status: 400 }],
])('accepts %s', (_what, message) => {
  expect(verifyMcpId(exchangeOf(message), 1)).toEqual([]);
});

it('leaves an error status to other rules', () => {
  expect(verifyMcpId(exchangeOf(result(2), false, 400), 1)).toEqual([]);
});
