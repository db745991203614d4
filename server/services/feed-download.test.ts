import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { close, listen } from '../testing/local-server.ts';
import { createGuardedFetch } from '../tools/guarded-fetch.ts';
import { describeAddress, downloadFeed, limitBytes, maxFileBytes } from './feed-download.ts';

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const hops = Number(/^\/redirect\/(\d+)/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    if (hops > 0) response.writeHead(302, { Location: `/redirect/${hops - 1}` }).end();
    else if (hops === 0 || request.url === '/feed') response.end('the feed');
    else if (request.url === '/nowhere') response.writeHead(302, { Location: 'http://' }).end();
    else if (request.url === '/hangs') response.write('the');
    else response.writeHead(404).end('not the feed');
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => close(server));

const never = new AbortController().signal;

async function download(path: string, allowPrivate = true, signal = never): Promise<string> {
  const fetch = createGuardedFetch({ allowPrivate, maxBytes: 1_000 });
  return (await buffer(downloadFeed(fetch, new URL(path, origin), signal))).toString();
}

it('downloads a feed, through up to five redirects', async () => {
  expect(await download('/feed')).toBe('the feed');
  expect(await download('/redirect/5')).toBe('the feed');
  await expect(download('/redirect/6')).rejects.toThrow('redirects more than 5 times');
});

it.each([
  ['/missing', 'the address responded with status 404'],
  ['/nowhere', 'the address redirects to an invalid one'],
  ['http://127.0.0.1:1/', 'the address cannot be reached'],
])('rejects %s: %s', async (path, message) => {
  await expect(download(path)).rejects.toThrow(message);
});

it('rejects an address that is not public', async () => {
  await expect(download('/feed', false)).rejects.toThrow('only https addresses are allowed');
});

it('ends with the reason of the signal', async () => {
  const stop = new AbortController();
  const downloading = download('/hangs', true, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(downloading).rejects.toThrow('stopped');
});

it('rejects more than 100 MB', async () => {
  const chunk = Buffer.alloc(maxFileBytes / 4);
  const chunks = (count: number) =>
    limitBytes(
      (async function* () {
        for (let sent = 0; sent < count; sent += 1) yield chunk;
      })(),
    );
  const read = async (count: number): Promise<number> => {
    let bytes = 0;
    for await (const { length } of chunks(count)) bytes += length;
    return bytes;
  };
  expect(await read(4)).toBe(maxFileBytes);
  await expect(read(5)).rejects.toThrow('the file is larger than 100 MB');
});

it('shows an address without password and query', () => {
  expect(describeAddress(new URL('https://me:secret@shop.example/feed.xml?token=1#x'))).toBe(
    'https://shop.example/feed.xml',
  );
});
