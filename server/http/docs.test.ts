import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { docs } from './docs.ts';
import { handleErrors } from './error-handler.ts';

const folder = mkdtempSync(join(tmpdir(), 'docs-'));
let server: Server;
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<p>Reference');
  server = createServer(express().use(docs(folder)).use(handleErrors));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function get(headers: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`, { headers });
}

it.each([[{}], [{ range: 'bytes=0-1' }], [{ range: 'bytes=99999999-' }], [{ 'if-match': '*' }]])(
  'sends the whole page for %j',
  async (headers) => {
    const response = await get(headers);
    expect([response.status, await response.text()]).toEqual([200, '<p>Reference']);
  },
);

it.each([{ 'if-match': '"x"' }, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }])(
  'rejects %j with the error body',
  async (headers) => {
    const response = await get(headers);
    expect(response.headers.get('last-modified')).toBeNull();
    expect([response.headers.get('content-type'), await response.json()]).toEqual([
      'application/json; charset=utf-8',
      { error: 'a precondition does not hold', status: 400, code: 'invalid_request' },
    ]);
  },
);
