import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Ending } from '../exchange.ts';

/** A request with its URL and headers resolved. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly idleTimeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly ending: Ending;
}

/** Sends over HTTP and HTTPS; failures before a status line reject with a Node error that has a code. */
export interface Transport {
  /** Resolves at the status line, the body still to be read. */
  readonly open: (request: WireRequest) => Promise<IncomingMessage>;
  /** Resolves when the body ended, in full or not (see `Ending`). */
  readonly exchange: (request: WireRequest) => Promise<WireResponse>;
  readonly close: () => void;
}

export interface Trust {
  readonly ca?: string;
  readonly insecure: boolean;
}

const maxSockets = 32;
const maxBodyBytes = 32 * 1024 * 1024;
const maxStreamMs = 120_000;

/** The headers of a response, names in lower case, repeated ones joined with a comma. */
function plainHeaders(message: IncomingMessage): Record<string, string> {
  const entries = Object.entries(message.headersDistinct);
  return Object.fromEntries(entries.map(([name, values]) => [name, (values ?? []).join(', ')]));
}

/** Reads a body until it ends, is reset, times out or exceeds a maximum. */
function readBody(message: IncomingMessage, idleTimeoutMs: number): Promise<WireResponse> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (ending: Ending): void => {
      clearTimeout(idle);
      clearTimeout(deadline);
      message.removeAllListeners('data');
      if (ending !== 'complete') message.destroy();
      const bytes = Buffer.concat(chunks);
      resolve({ status: message.statusCode ?? 0, headers: plainHeaders(message), bytes, ending });
    };
    const idle = setTimeout(() => finish('timed out'), idleTimeoutMs);
    const deadline = setTimeout(() => finish('endless'), Math.max(maxStreamMs, idleTimeoutMs));
    message.on('data', (chunk: Buffer) => {
      idle.refresh();
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBodyBytes) finish('endless');
    });
    message.on('end', () => finish('complete'));
    message.on('error', () => finish('truncated'));
    message.on('close', () => finish('truncated'));
  });
}

class TimeoutError extends Error {
  readonly code = 'timeout';
}

// Cached: with a private authority, Node would parse all root certificates again for each connection (40 ms).
const contexts = new Map<string, SecureContext>();

function contextTrusting(ca: string): SecureContext {
  const context = contexts.get(ca) ?? createSecureContext({ ca: [...rootCertificates, ca] });
  contexts.set(ca, context);
  return context;
}

/** One transport for a run, with kept-alive connections for HTTPS. */
export function openTransport(trust: Trust): Transport {
  const https = new HttpsAgent({
    keepAlive: true,
    maxSockets,
    rejectUnauthorized: !trust.insecure,
    ...(trust.ca !== undefined && { secureContext: contextTrusting(trust.ca) }),
  });
  const http = new HttpAgent({ keepAlive: false });

  const attempt = (request: WireRequest, onReused: () => void): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const secure = request.url.startsWith('https:');
      const { method, headers, signal } = request;
      const options = { method, headers, ...(signal && { signal }) };
      const outgoing = secure
        ? httpsRequest(request.url, { ...options, agent: https })
        : httpRequest(request.url, { ...options, agent: http });
      const timer = setTimeout(
        () => outgoing.destroy(new TimeoutError('no response in time')),
        request.idleTimeoutMs,
      );
      outgoing.on('response', (message) => {
        clearTimeout(timer);
        resolve(message);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        if (outgoing.reusedSocket && error.code === 'ECONNRESET') onReused();
        reject(error);
      });
      outgoing.end(request.body);
    });

  // The target may close a kept-alive connection while a request is in flight: retry once, as that is no fault.
  const open = async (request: WireRequest): Promise<IncomingMessage> => {
    let stale = false;
    const onReused = (): void => {
      stale = true;
    };
    try {
      return await attempt(request, onReused);
    } catch (error) {
      if (!stale) throw error;
      return attempt(request, () => undefined);
    }
  };

  return {
    open,
    exchange: async (request) => readBody(await open(request), request.idleTimeoutMs),
    close: () => {
      https.destroy();
      http.destroy();
    },
  };
}

const bodiless = new Set([101, 204, 205, 304]);

/** The standard `fetch` over a transport: other clients get the same certificates, timeouts and budget. */
export function createFetch(
  transport: Transport,
  idleTimeoutMs: number,
  onRequest: () => void,
): typeof fetch {
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
