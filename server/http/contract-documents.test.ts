import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe.each(['openapi.json', 'openapi.core.json', 'asyncapi.json'])('GET /%s', (name) => {
  it('returns the document with its version without a key, to pages of any origin', async () => {
    const response = await server.fetch(`/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const file = new URL(`../../generated/${name}`, import.meta.url);
    const document = (await response.json()) as { readonly info: { readonly version: string } };
    expect(document).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('rejects other methods', async () => {
    const response = await server.fetch(`/${name}`, { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
