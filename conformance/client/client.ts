import createFetchClient from 'openapi-fetch';
import type { paths } from '../../generated/api.d.ts';
import { operations } from '../../generated/operations.ts';
import { Untested, type Clock } from '../check.ts';
import {
  bodyOf,
  mainStore,
  NoResponse,
  type ApiRequest,
  type Client,
  type ContractClient,
  type Credential,
  type Ending,
  type Exchange,
  type SendOptions,
  type Target,
  parseJson,
} from '../exchange.ts';
import { createHangs, hangingOperation, type Hangs } from './hangs.ts';
import type { Makes, Meter } from './meter.ts';
import { createRateLimitQueue, type RateLimitQueue } from './rate-limit-queue.ts';
import { createFetch, maxBodyMs, plainHeaders, type Opener, type Transport } from './transport.ts';

/** The contract's operations as typed by openapi-fetch, over `send`; throws what `send` throws. */
function createContractClient(send: Client['send'], baseUrl: string): ContractClient {
  const api = createFetchClient<paths>({ baseUrl });
  /** Makes one call with a `fetch` that keeps the exchange: checks need its bytes, which a Response hides. */
  const exchangeOf = async (
    { store = 'main', ...rest }: SendOptions,
    call: (options: { readonly fetch: (request: Request) => Promise<Response> }) => Promise<unknown>,
  ): Promise<Exchange> => {
    let exchange: Exchange | undefined;
    const fetch = async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      exchange = await send({
        method: request.method,
        path: pathname + search,
        credential: { type: 'store', store },
        ...(body !== '' && { json: JSON.parse(body) as unknown }),
        ...rest,
      });
      return new Response(null, { status: 204 });
    };
    await call({ fetch });
    if (exchange === undefined) throw new Error('openapi-fetch sent no request');
    return exchange;
  };
  const requests = {
    listAgents: (options = {}) => exchangeOf(options, (one) => api.GET('/api/agents', one)),
    createAgent: (body, options = {}) =>
      exchangeOf(options, (one) => api.POST('/api/agents', { body, ...one })),
    streamAgentChat: (body, options = {}) =>
      exchangeOf(options, (one) => api.POST('/api/agents/chat/stream', { body, ...one })),
    getWidgetConfig: (chatbot_id, options = {}) =>
      exchangeOf(options, (one) =>
        api.GET('/api/widget/config', { params: { query: { chatbot_id } }, ...one }),
      ),
  } satisfies ContractClient;
  return requests satisfies Record<keyof typeof operations, unknown>;
}

/** The Authorization header for a credential, or undefined for none. Source 5.2. */
function authorizationOf(credential: Credential, target: Target): string | undefined {
  if (credential.type === 'none') return undefined;
  if (credential.type === 'header') return credential.value;
  const store = target.stores[credential.store];
  if (store === undefined) throw new Error(`no key for the ${credential.store} store`);
  return `Bearer ${store.key}`;
}

/** The headers of a request as they are sent, with the key. */
export function headersOf(request: ApiRequest, target: Target): Record<string, string> {
  const { credential = mainStore, keyLast } = request;
  const authorization = authorizationOf(credential, target);
  const name = (credential.type === 'store' && credential.header) || 'authorization';
  const body = bodyOf(request);
  const { accept = '*/*' } = request.headers ?? {};
  const headers: Record<string, string> = {
    // The first time that a name is set decides about the order.
    ...(keyLast === true ? request.headers : {}),
    accept,
    'user-agent': 'agent-conformance',
    ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined || request.chunkBytes !== undefined
      ? {}
      : { 'content-length': String(Buffer.byteLength(body)) }),
    ...(authorization === undefined ? {} : { [name]: authorization }),
    ...request.headers,
  };
  // As with curl, an empty Accept is none.
  if (accept === '') delete headers['accept'];
  return headers;
}

/** What a request makes where it is accepted, whatever its credential and its body. */
function makesOf(method: string, url: string): Makes | undefined {
  if (method !== 'POST') return undefined;
  const { pathname } = new URL(url);
  if (pathname === operations.createAgent.path) return 'agents';
  return pathname === operations.streamAgentChat.path ? 'messages' : undefined;
}

/** Whether a response says that something was made; a stream of nothing but an error made no reply. */
function wasAccepted({ status, text }: Exchange): boolean {
  const isError = /"type"\s*:\s*"error"/.test(text) && !/"type"\s*:\s*"(?:text|end)"/.test(text);
  return status >= 200 && status < 300 && !isError;
}

/** Throws Untested for a request that could create or change something on a read-only target. */
function requireReading(
  { readOnly, mcpUrl }: Target,
  method: string,
  url: string,
  body: string | Uint8Array | undefined,
): void {
  if (!readOnly || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return;
  const isMcp = mcpUrl !== undefined && new URL(url).pathname === new URL(mcpUrl).pathname;
  if (isMcp && (body === undefined || (typeof body === 'string' && !body.includes('"tools/call"')))) return;
  throw new Untested(`--read-only sends no ${method} ${new URL(url).pathname}`);
}

// Faults of a connection, which say nothing about the target's response.
const connectionFaults = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);
const retryWaitsMs = [20, 100, 500];

function isFault(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error && connectionFaults.has(String(error.code));
}

/** Throws NoResponse for a fault of the connection, and any other error as it is. */
function rethrowAsNoResponse(error: unknown, method: string, url: string): never {
  throw isFault(error) ? new NoResponse({ method, path: url }, url, String(error.code)) : error;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Sends again after a fault of the connection: up to three times before a response, once within its body. */
async function withRetries<T extends { readonly status: number; readonly ending?: Ending }>(
  attempt: () => Promise<T>,
  [waitMs, ...laterMs]: readonly number[] = retryWaitsMs,
): Promise<T & { readonly isResent?: true }> {
  if (waitMs === undefined) return attempt();
  try {
    const response = await attempt();
    if (response.ending !== 'truncated') return response;
    await sleep(waitMs);
    return { ...(await attempt().catch(() => response)), isResent: true };
  } catch (error) {
    if (!isFault(error)) throw error;
    await sleep(waitMs);
    return { ...(await withRetries(attempt, laterMs)), isResent: true };
  }
}

const maxRepeats = 5;
const repeatWaitMs = 50;

/**
 * Sends a request again whose response is a 5xx, though the contract allows it: what fails twice is no accident. After
 * five that failed twice, an operation's requests are sent once.
 */
function createRepeater({ mustSucceed = () => false }: ClientOptions) {
  const failed = new Map<string, number>();
  return async (request: ApiRequest, url: string, attempt: () => Promise<Exchange>): Promise<Exchange> => {
    const first = await attempt();
    const operation = `${request.method} ${new URL(url).pathname}`;
    const count = failed.get(operation) ?? 0;
    const asksToWait = first.status === 503 && first.headers['retry-after'] !== undefined;
    const isServerError = first.status >= 500 && !asksToWait && mustSucceed(request, url);
    if (request.raw === true || !isServerError || count >= maxRepeats) return first;
    await sleep(repeatWaitMs);
    // A budget that is spent allows no second attempt.
    const second = await attempt().catch(() => first);
    if (second.status >= 500) failed.set(operation, count + 1);
    return second.status < 500 ? { ...second, firstStatus: first.status } : second;
  };
}

const isStream = ({ headers }: Exchange): boolean =>
  /^text\/event-stream\b/i.test(headers['content-type'] ?? '');

/** Throws NoResponse for a response whose end is missing; a stream is left to its checks. */
function requireWhole(exchange: Exchange): Exchange {
  const { ending, request, url } = exchange;
  if (isStream(exchange) || !['truncated', 'timed out'].includes(ending)) return exchange;
  throw new NoResponse(request, url, ending);
}

/** Sends one request at once, and counts it as a hang of its operation where the response does not end. */
function createExchanger({ target, transport, clock, record }: ClientOptions, hangs: Hangs) {
  let sent = 0;
  return async (request: ApiRequest, url: string): Promise<Exchange> => {
    sent += 1;
    const sequence = sent;
    const startedAt = clock.now();
    const began = performance.now();
    const { method, idleTimeoutMs, connection, chunkBytes } = request;
    const operation = hangingOperation(method, url);
    // A request with a timeout of its own expects silence.
    const countHang = (): void => {
      if (idleTimeoutMs === undefined) hangs.hung(operation, performance.now() - began);
    };
    hangs.requireResponsive(operation);
    const wire = {
      method,
      url,
      headers: headersOf(request, target),
      body: bodyOf(request),
      connection,
      chunkBytes,
      idleTimeoutMs: idleTimeoutMs ?? hangs.timeoutMs(target.idleTimeoutMs),
      bodyMs: hangs.timeoutMs(Math.max(maxBodyMs, target.idleTimeoutMs)),
    };
    const { drippedMs, ...response } = await transport
      .exchange(wire)
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'timeout') countHang();
        throw new NoResponse(request, url, error.code ?? error.message);
      });
    const text = new TextDecoder().decode(response.bytes);
    const durationMs = performance.now() - began;
    if (['timed out', 'endless'].includes(response.ending)) countHang();
    else hangs.completed(durationMs - drippedMs);
    hangs.dripped(operation, drippedMs);
    const exchange = {
      request,
      url,
      ...response,
      text,
      json: parseJson(text),
      sequence,
      startedAt,
      durationMs,
    };
    record?.(exchange);
    return exchange;
  };
}

/** Sends a request that counts on the meter; what it makes counts where it was accepted. */
async function spend<Response>(
  meter: Meter,
  makes: Makes | undefined,
  send: () => Promise<Response>,
  isAccepted: (response: Response) => boolean,
): Promise<Response> {
  const settle = await meter.spend(makes);
  let accepted = false;
  try {
    const response = await send();
    accepted = isAccepted(response);
    return response;
  } finally {
    settle(accepted);
  }
}

interface ClientOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Called with each exchange when it has ended; it contains keys. */
  readonly record?: ((exchange: Exchange) => void) | undefined;
  /** Whether the contract allows a request, so that a 5xx is a fault. */
  readonly mustSucceed?: (request: ApiRequest, url: string) => boolean;
}

/** Called before each request; the returned functions are called with its response, or without one. */
export type OnSend = (request: ApiRequest) => {
  readonly onResponse: (exchange: Exchange) => void;
  readonly onSilence: (error: NoResponse) => void;
};

/** Makes a client that counts on a meter. */
export type ClientFor = (meter: Meter, onSend?: OnSend) => Client;

/** The clients of a run: one meter each, with shared connections, rate limit queues and counts of hangs. */
export function createClients(options: ClientOptions): ClientFor {
  const { target, transport, clock } = options;
  const queues = new Map<string, RateLimitQueue>();
  const patience = { gaveUp: false };
  const hangs = createHangs(target.idleTimeoutMs);
  const exchange = createExchanger(options, hangs);
  const repeated = createRepeater(options);

  /** One queue a store; requests without a store's key share one. */
  const queueFor = (name: string): RateLimitQueue => {
    const queue = queues.get(name) ?? createRateLimitQueue(clock, patience);
    queues.set(name, queue);
    return queue;
  };

  const sendOnce = async (request: ApiRequest, meter: Meter): Promise<Exchange> => {
    const url = /^https?:/.test(request.path) ? request.path : target.baseUrl + request.path;
    requireReading(target, request.method, url, bodyOf(request));
    const makes = makesOf(request.method, url);
    const attempt = (): Promise<Exchange> => spend(meter, makes, () => exchange(request, url), wasAccepted);
    // A request with a timeout of its own expects that nothing responds.
    if (request.idleTimeoutMs !== undefined) return attempt();
    return requireWhole(await repeated(request, url, () => withRetries(attempt)));
  };

  /** Opens a request of `fetch`, and counts it as a hang where no response comes. */
  const openCounted = async (method: string, url: string, open: Parameters<Opener>[1]) => {
    const operation = hangingOperation(method, url);
    hangs.requireResponsive(operation);
    const began = performance.now();
    return open(hangs.timeoutMs(target.idleTimeoutMs)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'timeout') hangs.hung(operation, performance.now() - began);
      throw error;
    });
  };

  const fetchFor = (meter: Meter): typeof fetch =>
    createFetch(transport, target.idleTimeoutMs, hangs, async ({ method, url, body }, open) => {
      requireReading(target, method, url, body);
      const opened = async () => {
        const message = await openCounted(method, url, open);
        return { message, status: message.statusCode ?? 500, headers: plainHeaders(message) };
      };
      const openOnce = () => spend(meter, makesOf(method, url), opened, ({ status }) => status < 300);
      const sent = queueFor('fetch').send(() => withRetries(openOnce));
      const { message } = await sent.catch((error: unknown) => rethrowAsNoResponse(error, method, url));
      return message;
    });

  return (meter, onSend) => {
    const send = async (request: ApiRequest): Promise<Exchange> => {
      const { credential = mainStore, raw } = request;
      const queue = queueFor(credential.type === 'store' ? credential.store : 'none');
      const attempt = (): Promise<Exchange> => sendOnce(request, meter);
      const observer = onSend?.(request);
      const sent = raw === true ? attempt() : queue.send(attempt);
      const response = await sent.catch((error: unknown) => {
        if (error instanceof NoResponse) observer?.onSilence(error);
        throw error;
      });
      observer?.onResponse(response);
      return response;
    };
    const contract = createContractClient(send, target.baseUrl);
    return { contract, send, fetch: fetchFor(meter), left: meter.left };
  };
}
