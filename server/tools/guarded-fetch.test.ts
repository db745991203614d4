import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { close, listen } from '../testing/local-server.ts';
import { createGuardedFetch, ForbiddenAddressError } from './guarded-fetch.ts';

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map(close)));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}`;
}

const guarded = createGuardedFetch({ allowPrivate: false, maxBytes: 1000 });
const free = createGuardedFetch({ allowPrivate: true, maxBytes: 1000 });

const forbidden = [
  'http://tools.example/mcp',
  'https://127.0.0.1/mcp',
  'https://[::1]/mcp',
  'https://[::ffff:10.0.0.1]/mcp',
  'https://169.254.169.254/latest/meta-data',
  // Other spellings of 127.0.0.1, which the URL parser makes plain.
  'https://2130706433/mcp',
  'https://0x7f.1/mcp',
  'https://0177.0.0.1/mcp',
  'https://127.1/mcp',
  'https://0/mcp',
  'https://0.0.0.0/mcp',
  'https://[::]/mcp',
  'https://[::127.0.0.1]/mcp',
  'https://[64:ff9b::a9fe:a9fe]/mcp',
  'https://[fd00:ec2::254]/latest/meta-data',
  // A name that resolves to this machine.
  'https://localhost:1/mcp',
];

describe('a call of a remote tool connection', () => {
  it.each(forbidden)('does not go to %s', async (url) => {
    await expect(guarded(url)).rejects.toBeInstanceOf(ForbiddenAddressError);
  });

  it('reaches a private address when the operator allows it, with method, headers and body', async () => {
    const url = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        response.end(JSON.stringify([request.method, request.headers['x-key'], body]));
      });
    });
    const response = await free(url, { method: 'POST', headers: { 'x-key': 'secret' }, body: 'hello' });
    expect(await response.json()).toEqual(['POST', 'secret', 'hello']);
  });

  it('does not follow a redirect', async () => {
    let hits = 0;
    const elsewhere = await serve((_, response) => {
      hits += 1;
      response.end();
    });
    const url = await serve((_, response) => response.writeHead(302, { location: elsewhere }).end());
    expect((await free(url)).status).toBe(302);
    expect(hits).toBe(0);
  });

  it('aborts a response that is too large, and ends with its signal', async () => {
    const large = await serve((_, response) => response.end('x'.repeat(2000)));
    await expect((await free(large)).text()).rejects.toThrow();
    const hanging = await serve(() => undefined);
    const controller = new AbortController();
    const pending = free(hanging, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toThrow(/abort/i);
  });
});
