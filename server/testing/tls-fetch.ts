import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import { checkServerIdentity } from 'node:tls';

export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text is sent as UTF-8; an object is sent as JSON, with its Content-Type unless another one is given. */
  readonly body?: string | Uint8Array | object;
  readonly signal?: AbortSignal;
}

/** Sends a request to a path of the server; the response's body can be read as it comes. */
export type TestFetch = (path: string, init?: TestRequest) => Promise<Response>;

/** Node's own fetch trusts no private authority, so this is one that does; `close` ends its connections. */
export function createTlsFetch(baseUrl: string, ca: string): { fetch: TestFetch; close(): void } {
  // By its address, not by what a test writes into Host.
  const { hostname } = new URL(baseUrl);
  const agent = new Agent({
    ca,
    keepAlive: true,
    checkServerIdentity: (_host, certificate) => checkServerIdentity(hostname, certificate),
  });
  const fetch: TestFetch = (path, init = {}) =>
    new Promise((resolve, reject) => {
      const { headers, bytes } = encodeRequest(init);
      const signal = init.signal === undefined ? {} : { signal: init.signal };
      const outgoing = request(
        new URL(path, baseUrl),
        { agent, method: init.method ?? (bytes === undefined ? 'GET' : 'POST'), headers, ...signal },
        (incoming) => {
          const names = Object.entries(incoming.headersDistinct);
          const pairs = names.flatMap(([name, values = []]) => values.map((value) => [name, value] as const));
          const status = incoming.statusCode ?? 0;
          const hasBody = status !== 204 && status !== 304;
          const body = hasBody ? asWebStream(incoming) : null;
          resolve(new Response(body, { status, headers: pairs.map(([name, value]) => [name, value]) }));
        },
      );
      outgoing.on('error', reject).end(bytes);
    });
  return { fetch, close: () => agent.destroy() };
}

/** Header fields in lower case, and the bytes of the body. */
export function encodeRequest({ headers, body }: TestRequest): {
  headers: Record<string, string | string[]>;
  bytes: string | Uint8Array | undefined;
} {
  const given = Object.entries(headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === 'string' ? value : [...value],
  ]);
  const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
  const type = isJson ? { 'content-type': 'application/json' } : {};
  return {
    headers: { ...type, ...Object.fromEntries(given) },
    bytes: isJson ? JSON.stringify(body) : body,
  };
}

/** Node's web streams and those of the Response type are the same at run time, and two types to the compiler. */
export function asWebStream(incoming: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
}
