import { expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { createSilences, type Silence } from './silences.ts';

const url = 'https://host/api/agents';
const request = { method: 'GET', path: '/api/agents' };
const exchange = { request, url, ending: 'complete' } as Exchange;
const silence: Silence = { request, url, code: 'timeout' };

/** What is found after responses and silences in this order: `r` responds, `s` does not. */
function actualOf(order: string, silent = silence): readonly string[] {
  const silences = createSilences();
  for (const one of order) {
    if (one === 'r') silences.responded(exchange);
    else silences.wasSilent(silent);
  }
  return silences.findings().map(({ actual }) => actual);
}

it('finds an operation that worked and then leaves three requests in a row without a response', () => {
  expect(actualOf('rrsss')).toEqual(['stopped responding: timeout, 3 times in a row, after 2 responses']);
  expect(actualOf('rrss')).toEqual([]);
  expect(actualOf('rsssr')).toEqual([]);
});

it('finds nothing where an operation never worked, where the network is at fault, and where silence is expected', () => {
  expect(actualOf('ssss')).toEqual([]);
  expect(actualOf('rsss', { ...silence, code: 'ENETUNREACH' })).toEqual([]);
  expect(actualOf('rsss', { ...silence, request: { ...request, idleTimeoutMs: 100 } })).toEqual([]);
});

it('counts a response that ends in the middle as none', () => {
  const silences = createSilences();
  silences.responded(exchange);
  for (let count = 0; count < 3; count += 1) silences.responded({ ...exchange, ending: 'timed out' });
  expect(silences.findings()).toHaveLength(1);
});
