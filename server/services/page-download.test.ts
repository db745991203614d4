import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxFileBytes, readDocument } from '../knowledge/read-document.ts';
import { close, listen } from '../testing/local-server.ts';
import { createGuardedFetch } from '../tools/guarded-fetch.ts';
import { downloadPage } from './page-download.ts';

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved?page=2') response.writeHead(301, { Location: '/page' }).end();
    else if (request.url === '/large') response.end('x'.repeat(maxFileBytes + 1));
    else if (request.url === '/picture') response.writeHead(200, { 'Content-Type': 'image/png' }).end('x');
    else if (request.url?.startsWith('/page')) {
      const type = { 'Content-Type': 'text/html; charset=ISO-8859-1' };
      response.writeHead(200, type).end(Buffer.from('<h1>Größen</h1><p>Ä', 'latin1'));
    } else response.writeHead(404).end();
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => close(server));

const local = createGuardedFetch({ allowPrivate: true, maxBytes: maxFileBytes });
const read = async (path: string) => readDocument(await downloadPage(new URL(path, origin), local));

it('reads a page through redirects, in its encoding, under the address that was asked for, without its query', async () => {
  const { source, title, passages } = await read('/moved?page=2#top');
  expect({ source, title, passages }).toEqual({
    source: expect.stringMatching(new RegExp(`^${origin}/moved \\([0-9a-f]{8}\\)$`)),
    title: 'Größen',
    passages: [{ title: 'Größen', text: 'Ä' }],
  });
});

it('names pages that differ in their query differently, and the same page the same', async () => {
  const [first, second, again] = await Promise.all(['1', '2', '1'].map((id) => read(`/page?id=${id}`)));
  expect(first?.source).not.toBe(second?.source);
  expect(first?.source).toBe(again?.source);
});

it.each([
  ['/missing', 'the address responded with status 404'],
  ['/large', 'it is larger than 1 MB'],
  ['/picture', 'only Markdown (.md), HTML (.html), text (.txt) and tables'],
  ['http://127.0.0.1:1/', 'the address cannot be reached'],
])('rejects %s: %s', async (path, message) => {
  await expect(read(path)).rejects.toThrow(message);
});

it('fetches public addresses over https only', async () => {
  await expect(downloadPage(new URL('https://localhost/'))).rejects.toThrow('an address that is not public');
  await expect(downloadPage(new URL(origin))).rejects.toThrow('only https addresses are allowed');
});
