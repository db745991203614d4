import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import { checkServerIdentity } from 'node:tls';

export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text is sent as UTF-8, an object as JSON with application/json unless `headers` has another Content-Type. */
  readonly body?: string | Uint8Array | object;
  readonly signal?: AbortSignal;
}

/** Sends a request to a path of the server; the response body is a stream. */
export type TestFetch = (path: string, init?: TestRequest) => Promise<Response>;

/**
 * A fetch that trusts the certificate authority `ca`, which Node's own fetch cannot; `close` closes its connections, of which
 * it has at most `maxSockets`.
 */
export function createTlsFetch(
  baseUrl: string,
  ca: string,
  maxSockets = Infinity,
): { fetch: TestFetch; close(): void } {
  // Check the certificate against the URL, not against a Host header of the test.
  const { hostname } = new URL(baseUrl);
  const agent = new Agent({
    ca,
    keepAlive: true,
    maxSockets,
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

/** The headers in lower case, and the bytes of the body. */
function encodeRequest({ headers, body }: TestRequest): {
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

/** Node's web streams have a different type from those of Response, but are the same at run time. */
function asWebStream(incoming: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
}
