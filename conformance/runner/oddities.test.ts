import { describe, expect, it } from 'vitest';
import type { ApiRequest, Exchange } from '../exchange.ts';
import { odditiesOf } from './oddities.ts';

const startedAt = Date.parse('2026-03-01T12:00:00Z');

function exchange(
  headers: Readonly<Record<string, string>>,
  request: Partial<ApiRequest> = {},
  json: unknown = {},
): Exchange {
  return {
    request: { method: 'GET', path: '/api/agents', ...request },
    url: 'https://shop.example/api/agents',
    status: 200,
    headers,
    bytes: new Uint8Array(),
    text: '',
    json,
    ending: 'complete',
    sequence: 1,
    startedAt,
    durationMs: 5,
  };
}

describe('odditiesOf', () => {
  it.each(['public, max-age=60', 's-maxage=5', 'max-age=1, PUBLIC'])(
    'warns of a private response with cache-control %s',
    (value) => {
      expect(odditiesOf(exchange({ 'cache-control': value }))).toEqual([
        `GET /api/agents lets shared caches keep a private response: cache-control ${value}`,
      ]);
    },
  );

  it.each(['no-store', 'private, max-age=60', 'max-age=60', 'no-cache'])(
    'does not warn of cache-control %s',
    (value) => {
      expect(odditiesOf(exchange({ 'cache-control': value }))).toEqual([]);
    },
  );

  it('warns of a clock that is far from its own, in the Date header and in a new agent', () => {
    const date = new Date(startedAt - 200_000).toUTCString();
    const created_at = new Date(startedAt + 200_000).toISOString();
    expect(odditiesOf(exchange({ date }, { method: 'POST' }, { created_at }))).toEqual([
      'the Date header is more than 120 s from the clock of this machine',
      'created_at of a new agent is more than 120 s from the clock of this machine',
    ]);
    expect(odditiesOf(exchange({ date: new Date(startedAt - 30_000).toUTCString() }))).toEqual([]);
  });

  it('warns of a content-encoding only where it was not asked for', () => {
    const headers = { 'content-encoding': 'gzip' };
    expect(odditiesOf(exchange(headers))).toHaveLength(1);
    expect(odditiesOf(exchange(headers, { headers: { 'accept-encoding': 'identity' } }))).toHaveLength(1);
    expect(odditiesOf(exchange(headers, { headers: { 'Accept-Encoding': 'gzip' } }))).toEqual([]);
  });
});
