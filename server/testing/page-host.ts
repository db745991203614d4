import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { dirname, join } from 'node:path';
import { close, listen } from './local-server.ts';

export interface HostedPage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A shop's web server with its own origin, over TLS. */
export interface PageHost {
  readonly origin: string;
  /** Adds a page and returns its URL. */
  add(page: HostedPage): string;
  close(): Promise<void>;
}

/** Starts a page host with the service's certificate for `localhost`, which is stored beside `caFile`. */
export async function startPageHost(caFile: string): Promise<PageHost> {
  // One file holds both.
  const pair = readFileSync(join(dirname(caFile), 'server.pem'), 'utf8');
  const pages = new Map<string, HostedPage>();
  const server = createServer({ cert: pair, key: pair }, (request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page === undefined ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...page?.headers,
    });
    response.end(page?.html);
  });
  const origin = `https://localhost:${await listen(server)}`;
  return {
    origin,
    add(page) {
      const path = `/${pages.size + 1}`;
      pages.set(path, page);
      return origin + path;
    },
    close: () => close(server),
  };
}
