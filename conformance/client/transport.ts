import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Target } from '../exchange.ts';
import { hangingOperation, type Hangs } from './hangs.ts';
import { decodeBody, readBody, type ReceivedBody } from './read-body.ts';

/** A request with its URL and headers resolved. */
interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly idleTimeoutMs: number;
  /** The maximum duration of the body; default: two minutes. */
  readonly bodyMs?: number;
  readonly signal?: AbortSignal;
  /** Requests with the same name share one connection; default: those of the pool. */
  readonly connection?: string | undefined;
  /** Sends the body chunked, in chunks of this many bytes. */
  readonly chunkBytes?: number | undefined;
}

interface WireResponse extends ReceivedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly isResent?: true;
}

/** Sends over HTTP and HTTPS; failures before a status line reject with a Node error that has a code. */
export interface Transport {
  /** Resolves at the status line, the body still to be read. */
  readonly open: (request: WireRequest) => Promise<IncomingMessage>;
  /** Resolves when the body ended, in full or not (see `Ending`). */
  readonly exchange: (request: WireRequest) => Promise<WireResponse>;
  readonly close: () => void;
}

const maxSockets = 32;
/** The maximum duration of a body, of a stream too. */
export const maxBodyMs = 120_000;

/** The headers of a response, names in lower case, repeated ones joined with a comma. */
export function plainHeaders(message: IncomingMessage): Record<string, string> {
  const entries = Object.entries(message.headersDistinct);
  return Object.fromEntries(entries.map(([name, values]) => [name, (values ?? []).join(', ')]));
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

// As long as curl waits. RFC 9110, 10.1.1: a client should not wait for an indefinite time.
const continueMs = 1000;

/** Calls back when the server asks for the body with 100 (Continue), or has not for a second. */
function whenContinued(request: ClientRequest, onContinue: () => void): void {
  const go = (): void => {
    clearTimeout(timer);
    request.off('continue', go);
    onContinue();
  };
  const timer = setTimeout(go, continueMs);
  request.on('continue', go).once('close', () => clearTimeout(timer));
  request.flushHeaders();
}

/** Ends a request with its body, at once or when it may continue. */
function endWith(request: ClientRequest, wire: WireRequest): void {
  if (wire.headers['expect'] === undefined) writeBody(request, wire);
  else whenContinued(request, () => writeBody(request, wire));
}

/** Writes the body and ends the request; several writes make Node send it chunked. */
function writeBody(request: ClientRequest, { body, chunkBytes }: WireRequest): void {
  if (body === undefined || chunkBytes === undefined) {
    request.end(body);
    return;
  }
  const whole = Buffer.from(body);
  for (let at = 0; at < whole.length; at += chunkBytes) request.write(whole.subarray(at, at + chunkBytes));
  request.end();
}

/** The connections of a run: kept alive for HTTPS, and one for each name. */
function openAgents({ ca, insecure }: Pick<Target, 'ca' | 'insecure'>) {
  const agentOptions = {
    keepAlive: true,
    rejectUnauthorized: !insecure,
    ...(ca !== undefined && { secureContext: contextTrusting(ca) }),
  };
  const https = new HttpsAgent({ ...agentOptions, maxSockets });
  const http = new HttpAgent({ keepAlive: true, maxSockets });
  const named = new Map<string, HttpsAgent>();
  const agentOf = (connection: string | undefined): HttpsAgent => {
    if (connection === undefined) return https;
    const agent = named.get(connection) ?? new HttpsAgent({ ...agentOptions, maxSockets: 1 });
    named.set(connection, agent);
    return agent;
  };
  return {
    http,
    agentOf,
    destroy: (): void => {
      for (const agent of [https, http, ...named.values()]) agent.destroy();
    },
  };
}

/** One transport for a run. */
export function openTransport(target: Pick<Target, 'ca' | 'insecure'>): Transport {
  const agents = openAgents(target);
  const resent = new WeakSet<IncomingMessage>();
  let isClosed = false;
  const open = (wire: WireRequest, isRetry = false): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url, headers, idleTimeoutMs, signal } = wire;
      if (isClosed) throw new Error('the run has ended');
      // It may have been aborted while the request waited for its turn.
      signal?.throwIfAborted();
      const options = { method, headers };
      const request = url.startsWith('https:')
        ? httpsRequest(url, { ...options, agent: agents.agentOf(wire.connection) })
        : httpRequest(url, { ...options, agent: agents.http });
      const timer = setTimeout(() => request.destroy(new TimeoutError('no response in time')), idleTimeoutMs);
      // Not Node's option `signal`: it fails the socket, which nothing listens to after the response.
      let opened: IncomingMessage | undefined;
      const abort = (): void => void (opened?.destroy() ?? request.destroy(new Error('aborted')));
      signal?.addEventListener('abort', abort);
      request.on('close', () => signal?.removeEventListener('abort', abort));
      request.on('response', (message) => {
        clearTimeout(timer);
        opened = message;
        if (isRetry) resent.add(message);
        resolve(message);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        // A target may close a kept-alive connection while a request is in flight, which is no fault: retry once.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !isRetry;
        if (isStale) open(wire, true).then(resolve, reject);
        else reject(error);
      });
      endWith(request, wire);
    });

  return {
    open,
    exchange: async (wire) => {
      const sentAt = performance.now();
      const message = await open(wire);
      const { idleTimeoutMs: idleMs, bodyMs = maxBodyMs } = wire;
      const { bytes, ...received } = await readBody(message, sentAt, { idleMs, bodyMs });
      const headers = plainHeaders(message);
      const decoded = decodeBody(bytes, headers['content-encoding']);
      const response = { status: message.statusCode ?? 0, headers, ...received, bytes: decoded };
      return { ...response, ...(resent.has(message) && { isResent: true }) };
    },
    close: () => {
      isClosed = true;
      agents.destroy();
    },
  };
}

// Statuses with which Response does not accept a body.
const bodiless = new Set([101, 204, 205, 304]);

const maxFetchedBytes = 4 * 1024 * 1024;

/** The chunks of a body, up to the maximum of size and duration. Throws TimeoutError. */
async function* limited(message: IncomingMessage, bodyMs: number): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => message.destroy(new TimeoutError('the body does not end')), bodyMs);
  // Also where the body is read no further.
  message.once('close', () => clearTimeout(timer));
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxFetchedBytes) throw new TimeoutError('the body does not end');
    yield chunk;
  }
}

/** The same, which counts as a hang where it does not end. A GET asks for a stream that stays open, as MCP has it. */
async function* counted(
  message: IncomingMessage,
  { method, url }: Request,
  hangs: Hangs,
): AsyncGenerator<Uint8Array> {
  const began = performance.now();
  try {
    yield* limited(message, hangs.timeoutMs(maxBodyMs));
  } catch (error) {
    const elapsedMs = performance.now() - began;
    if (error instanceof TimeoutError && method !== 'GET')
      hangs.hung(hangingOperation(method, url), elapsedMs);
    throw error;
  }
}

/** Opens a request of `fetch` with whatever the run requires of it: its budget, its rate limit and its retries. */
export type Opener = (
  request: { readonly method: string; readonly url: string; readonly body: string | undefined },
  open: (idleTimeoutMs: number) => Promise<IncomingMessage>,
) => Promise<IncomingMessage>;

/** The standard `fetch` over a transport: other clients get the same certificates, timeouts and budget. */
export function createFetch(
  transport: Transport,
  maxIdleMs: number,
  hangs: Hangs,
  opener: Opener,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : await request.text();
    const { method, url } = request;
    // The caller's own: a Request follows it by a weak reference, and may miss its abort after a garbage collection.
    const signal = init?.signal ?? request.signal;
    const headers = Object.fromEntries(request.headers);
    const message = await opener({ method, url, body }, (idleTimeoutMs) =>
      transport.open({ method, url, headers, body, idleTimeoutMs, signal }),
    );
    const response = { status: message.statusCode ?? 500, headers: plainHeaders(message) };
    if (bodiless.has(response.status)) {
      message.resume();
      return new Response(null, response);
    }
    const onSilence = (): void => void message.destroy(new TimeoutError('no response in time'));
    message.setTimeout(hangs.timeoutMs(maxIdleMs), onSilence);
    return new Response(ReadableStream.from(counted(message, request, hangs)), response);
  };
}
