import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';
import { asWebStream, encodeRequest, type TestFetch } from './tls-fetch.ts';

/** The same as `createTlsFetch` over one connection of HTTP/2. */
export function createHttp2Fetch(
  baseUrl: string,
  ca: string,
): { fetch: TestFetch; readonly session: ClientHttp2Session; close(): void } {
  const session = connect(baseUrl, { ca });
  // A stop of the service ends it; the requests on it say what that means for them.
  session.on('error', () => undefined);
  const fetch: TestFetch = (path, init = {}) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(path, baseUrl);
      const { headers, bytes } = encodeRequest(init);
      const method = init.method ?? (bytes === undefined ? 'GET' : 'POST');
      const signal = init.signal === undefined ? {} : { signal: init.signal };
      const stream = session.request({ ':method': method, ':path': pathname + search, ...headers }, signal);
      stream.on('error', reject).on('response', (fields) => {
        const status = fields[':status'] ?? 0;
        const body = status === 204 || status === 304 ? null : asWebStream(leavable(stream));
        resolve(new Response(body, { status, headers: pairsOf(fields) }));
      });
      stream.end(bytes);
    });
  return { fetch, session, close: () => session.destroy() };
}

/** Who stops reading says so, as browsers do; Node would only forget the stream. */
function leavable(stream: ClientHttp2Stream): ClientHttp2Stream {
  const destroy = stream.destroy.bind(stream);
  stream.destroy = (error) => {
    if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL);
    return destroy(error);
  };
  return stream;
}

function pairsOf(fields: IncomingHttpHeaders): [string, string][] {
  return Object.entries(fields).flatMap(([name, value = []]) =>
    name.startsWith(':') ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );
}
