import type { ApiRequest } from '../../exchange.ts';

/** How another client of the same store sends a message. */
export interface OtherClient {
  readonly what: string;
  readonly change: Pick<ApiRequest, 'headers' | 'credential' | 'connection' | 'chunkBytes'>;
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/**
 * Clients that differ in all that does not name the store: a conversation goes on at another device or worker.
 * Origin is left out, since a service may reject browsers (source 5.9).
 */
export const otherClients: readonly OtherClient[] = [
  {
    what: 'from another user agent',
    change: { headers: { 'user-agent': firefox } },
  },
  {
    what: 'in another language, through a proxy, and from another address',
    change: {
      headers: {
        'accept-language': 'de-CH, de;q=0.9',
        via: '1.1 proxy.example.com',
        'x-forwarded-for': '203.0.113.7',
        'x-real-ip': '203.0.113.7',
        forwarded: 'for=203.0.113.7',
      },
    },
  },
  {
    what: 'from another page, with its cookies',
    change: {
      headers: { referer: 'https://shop.example.com/shoes?page=2', cookie: '_ga=GA1.2.3; theme=dark' },
    },
  },
  {
    what: 'on a new connection, with a charset',
    change: {
      connection: 'follow-up',
      headers: { connection: 'close', 'content-type': 'application/json; charset=utf-8' },
    },
  },
  {
    what: 'from a script, chunked, with an id of its own',
    change: {
      chunkBytes: 4096,
      headers: {
        'user-agent': 'python-requests/2.32.3',
        'accept-encoding': 'gzip, deflate',
        accept: 'text/event-stream, */*;q=0.1',
        'x-request-id': 'c1f0a8c2-6d0e-4a55-9f0b-6f3f1c7d2e11',
      },
    },
  },
  {
    what: 'with the header named Authorization',
    change: { credential: { type: 'store', store: 'main', header: 'Authorization' } },
  },
];
