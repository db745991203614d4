import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Ending } from './exchange.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly idleTimeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly ending: Ending;
}

/** Sends over HTTP and HTTPS; failures before a status line reject with a Node error that has a code. */
export interface Transport {
  /** Resolves at the status line, the body still to be read. */
  readonly open: (request: WireRequest) => Promise<IncomingMessage>;
  /** Resolves when the body ended, one way or another. */
  readonly exchange: (request: WireRequest) => Promise<WireAnswer>;
  readonly close: () => void;
}

export interface Trust {
  readonly ca?: string;
  readonly insecure: boolean;
}

const socketsAtOnce = 32;
const longestBody = 32 * 1024 * 1024;
const longestStreamMs = 120_000;

/** The header fields of an answer as plain strings, names in lower case. */
export function plainHeaders(message: IncomingMessage): Record<string, string> {
  const entries = Object.entries(message.headersDistinct);
  return Object.fromEntries(entries.map(([name, values]) => [name, (values ?? []).join(', ')]));
}

/** Reads a body to its end; `idleTimeoutMs` of silence, a reset, or too much of it end it as well. */
function readBody(message: IncomingMessage, idleTimeoutMs: number): Promise<WireAnswer> {
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
    const idle = setTimeout(() => finish('silent'), idleTimeoutMs);
    const deadline = setTimeout(() => finish('endless'), Math.max(longestStreamMs, idleTimeoutMs));
    message.on('data', (chunk: Buffer) => {
      idle.refresh();
      chunks.push(chunk);
      length += chunk.length;
      if (length > longestBody) finish('endless');
    });
    message.on('end', () => finish('complete'));
    message.on('error', () => finish('cut'));
    message.on('close', () => finish('cut'));
  });
}

class TimeoutError extends Error {
  readonly code = 'timeout';
}

// Node reads some 150 certificates anew for each connection that is given authorities of its own: 40 ms of CPU.
const contexts = new Map<string, SecureContext>();

function contextTrusting(ca: string): SecureContext {
  const context = contexts.get(ca) ?? createSecureContext({ ca: [...rootCertificates, ca] });
  contexts.set(ca, context);
  return context;
}

/** One transport for a run: kept-alive connections, and the certificate authorities that it trusts. */
export function openTransport(trust: Trust): Transport {
  const https = new HttpsAgent({
    keepAlive: true,
    maxSockets: socketsAtOnce,
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
        () => outgoing.destroy(new TimeoutError('no answer in time')),
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

  // A kept-alive connection may be closed while a request is on its way: that says nothing about the target.
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
