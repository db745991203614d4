import type { Clock } from '../check.ts';
import { operations } from '../../generated/operations.ts';
import type { Target } from '../target.ts';
import type { Meter } from './budget.ts';
import { createContractClient } from './contract-client.ts';
import { authorizationOf } from './credentials.ts';
import { NoAnswer, type ApiRequest, type Client, type Credential, type Exchange } from './exchange.ts';
import { fetchOver } from './fetch-over.ts';
import type { Transport, WireRequest } from './transport.ts';
import { createTurns, type Turns } from './turns.ts';

export interface ClientParts {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Told each exchange when it has ended. */
  readonly record: (exchange: Exchange) => void;
  readonly onWait: (milliseconds: number) => void;
}

const mainStore: Credential = { type: 'store', store: 'main' };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The address of a request: under the base URL, unless it brings its own. */
export function addressOf(request: ApiRequest, target: Target): string {
  return /^https?:/.test(request.path) ? request.path : target.baseUrl + request.path;
}

function bodyOf(request: ApiRequest): string | Uint8Array | undefined {
  return request.json === undefined ? request.body : JSON.stringify(request.json);
}

/** The header fields as sent, Authorization among them. */
function headersOf(request: ApiRequest, target: Target): Record<string, string> {
  const authorization = authorizationOf(request.credential ?? mainStore, target);
  const body = bodyOf(request);
  return {
    accept: '*/*',
    'user-agent': 'agent-conformance',
    ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...(authorization === undefined ? {} : { authorization }),
    ...request.headers,
  };
}

function countSpending(exchange: Exchange, meter: Meter): void {
  const { pathname } = new URL(exchange.url);
  if (exchange.request.method !== 'POST' || exchange.status >= 300) return;
  if (pathname === operations.createAgent.path) meter.countAgent();
  if (pathname === operations.streamAgentChat.path) meter.countMessage();
}

/** Whose rate limit a request counts against, as far as the suite can tell. */
function limiterOf(request: ApiRequest): string {
  const credential = request.credential ?? mainStore;
  return credential.type === 'store' ? credential.store : 'nobody';
}

/**
 * The clients of a run, each counting on a meter of its own while they share connections and rate limits.
 * They never print; `record` gets every exchange, keys included.
 */
export function createClients(parts: ClientParts): (meter: Meter) => Client {
  const { target, transport, clock } = parts;
  const turns = new Map<string, Turns>();
  let sent = 0;
  const turnsOf = (limiter: string): Turns => {
    const known = turns.get(limiter) ?? createTurns(clock, parts.onWait);
    turns.set(limiter, known);
    return known;
  };

  const sendOnce = async (request: ApiRequest, meter: Meter): Promise<Exchange> => {
    meter.spendRequest();
    sent += 1;
    const place = sent;
    const url = addressOf(request, target);
    const startedAt = clock.now();
    const began = performance.now();
    const wire: WireRequest = {
      method: request.method,
      url,
      headers: headersOf(request, target),
      body: bodyOf(request),
      idleTimeoutMs: request.idleTimeoutMs ?? target.idleTimeoutMs,
    };
    const answer = await transport.exchange(wire).catch((error: NodeJS.ErrnoException) => {
      throw new NoAnswer(request, url, error.code ?? error.message);
    });
    const text = new TextDecoder().decode(answer.bytes);
    const durationMs = performance.now() - began;
    const json = parseJson(text);
    const exchange = { request, url, ...answer, text, json, place, startedAt, durationMs };
    parts.record(exchange);
    countSpending(exchange, meter);
    return exchange;
  };

  return (meter) => {
    const send = (request: ApiRequest): Promise<Exchange> =>
      request.raw === true
        ? sendOnce(request, meter)
        : turnsOf(limiterOf(request)).send(() => sendOnce(request, meter));
    return {
      contract: createContractClient(send, target.baseUrl),
      send,
      fetch: fetchOver(transport, target.idleTimeoutMs, () => meter.spendRequest()),
    };
  };
}
