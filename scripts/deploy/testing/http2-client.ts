import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { connect as tlsConnect } from 'node:tls';

export interface Http2Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The number of chunks that contain text events. */
  readonly textChunks: number;
}

/** An HTTP/2 connection to a port of localhost, from one of the machine's own addresses. */
export function openHttp2(
  port: number,
  { ca, localAddress = '127.0.0.1' }: { readonly ca: Buffer; readonly localAddress?: string },
): ClientHttp2Session {
  const options = { host: '127.0.0.1', port, ca, localAddress, ALPNProtocols: ['h2'] };
  return connect(`https://localhost:${port}`, { createConnection: () => tlsConnect(options) });
}

/** Sends a request, with `body` as JSON, and reads the whole response. */
export async function sendHttp2(
  session: ClientHttp2Session,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<Http2Response> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const stream = session.request({
    ':method': body === undefined ? 'GET' : 'POST',
    ':path': path,
    ...type,
    ...headers,
  });
  stream.end(body === undefined ? undefined : JSON.stringify(body));
  const received = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.on('response', resolve).on('error', reject);
  });
  let textChunks = 0;
  stream.on('data', (chunk: Buffer) => {
    if (chunk.includes('"type":"text"')) textChunks += 1;
  });
  const [responseHeaders, responseBody] = await Promise.all([received, text(stream)]);
  return {
    status: Number(responseHeaders[':status']),
    headers: responseHeaders,
    body: responseBody,
    textChunks,
  };
}
