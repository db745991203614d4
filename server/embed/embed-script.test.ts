import { gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEmbedScript } from '../services/embed-script.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

/** With gzip: what a page loads at first, and with what an open chat needs. */
const maxBytes = 14_000;
const maxBytesOfAll = 32_000;

describe('the embed script', () => {
  const script = readEmbedScript();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it(`is at most ${maxBytes} bytes with gzip, ${maxBytesOfAll} with the script of an open chat`, () => {
    const [first, chat] = [script, readEmbedScript('chat.js')].map(
      ({ plain }) => gzipSync(plain, { level: 9 }).length,
    );
    expect(first).toBeLessThanOrEqual(maxBytes);
    expect((first ?? Infinity) + (chat ?? Infinity)).toBeLessThanOrEqual(maxBytesOfAll);
  });

  it('evaluates no text as code, and imports only the script of an open chat, by its hash', async () => {
    const chat = readEmbedScript('chat.js');
    const texts = [script.plain.toString(), chat.plain.toString()];
    for (const text of texts) expect(text).not.toMatch(/innerHTML|\beval\s*\(|new Function|document\.write/);
    expect(texts.map((text) => text.match(/\bimport\s*\(/g)?.length)).toEqual([1, undefined]);
    expect(texts[0]).toContain(`"chat.${chat.hash}.js"`);
    expect(texts[0]).toContain(`"${chat.integrity}"`);
    for (const name of [`chat.${chat.hash}.js`, 'chat.js']) {
      const response = await server.fetch(`/embed/${name}`);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(Buffer.from(await response.arrayBuffer()).equals(chat.plain)).toBe(true);
    }
  });

  it('R-4.5-05 R-4.5-13 can be loaded by any page without a credential and is cached for five minutes', async () => {
    const response = await server.fetch('/embed/chatbot.js');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer()).equals(script.plain)).toBe(true);
  });

  it('R-4.5-13 is 304 for a browser that has it cached', async () => {
    const etag = (await server.fetch('/embed/chatbot.js')).headers.get('etag') ?? '';
    const again = await server.fetch('/embed/chatbot.js', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    const other = await server.fetch('/embed/chatbot.js', { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
    for (const list of [`W/${etag}`, `"other", ${etag}`, '*']) {
      const cached = await server.fetch('/embed/chatbot.js', { headers: { 'If-None-Match': list } });
      expect(cached.status, list).toBe(304);
    }
  });

  it('R-4.5-13 has a different ETag for each encoding', async () => {
    const load = (headers: Record<string, string>) => server.fetch('/embed/chatbot.js', { headers });
    const plain = await load({ 'Accept-Encoding': 'gzip;q=0' });
    const gzipped = await load({ 'Accept-Encoding': 'gzip' });
    expect([plain, gzipped].map((response) => response.headers.get('content-encoding'))).toEqual([
      null,
      'gzip',
    ]);
    const [plainTag, gzippedTag] = [plain, gzipped].map((response) => response.headers.get('etag') ?? '');
    expect(plainTag).not.toBe(gzippedTag);
    for (const [tag = '', encoding, status] of [
      [plainTag, 'identity', 304],
      [gzippedTag, 'gzip', 304],
      [plainTag, 'gzip', 200],
      [gzippedTag, 'identity', 200],
    ] as const) {
      const response = await load({ 'Accept-Encoding': encoding, 'If-None-Match': tag });
      expect(response.status, `${tag} ${encoding}`).toBe(status);
      expect(response.headers.get('etag'), `${tag} ${encoding}`).toBe(
        encoding === 'gzip' ? gzippedTag : plainTag,
      );
    }
  });

  it('R-4.5-13 has an immutable URL with the hash of its content, for Subresource Integrity', async () => {
    const response = await server.fetch(`/embed/chatbot.${script.hash}.js`);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const digest = createHash('sha384')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('base64');
    expect(script.integrity).toBe(`sha384-${digest}`);
    expect((await server.fetch('/embed/chatbot.0000000000000000.js')).status).toBe(404);
  });

  it('responds to HEAD with its headers and no body', async () => {
    const response = await server.fetch('/embed/chatbot.js', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('etag')).toBe(`"${script.hash}"`);
  });
});
