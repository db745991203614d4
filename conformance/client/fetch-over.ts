import { Readable } from 'node:stream';
import { plainHeaders, type Transport } from './transport.ts';

const bodiless = new Set([101, 204, 205, 304]);

/** The standard `fetch` over a transport, so that public clients see the same certificates and timeouts. */
export function fetchOver(transport: Transport, idleTimeoutMs: number, onRequest: () => void): typeof fetch {
  return async (input, init) => {
    onRequest();
    const request = new Request(input, init);
    const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const message = await transport.open({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: bytes,
      idleTimeoutMs,
      signal: request.signal,
    });
    const status = message.statusCode ?? 500;
    const headers = plainHeaders(message);
    if (bodiless.has(status)) {
      message.resume();
      return new Response(null, { status, headers });
    }
    return new Response(Readable.toWeb(message) as ReadableStream, { status, headers });
  };
}
