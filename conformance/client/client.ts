import createFetchClient from 'openapi-fetch';
import type { paths } from '../../generated/api.d.ts';
import { operations } from '../../generated/operations.ts';
import type { Clock, Cost } from '../check.ts';
import {
  bodyOf,
  BudgetSpent,
  mainStore,
  NoResponse,
  type ApiRequest,
  type Client,
  type ContractClient,
  type Credential,
  type Exchange,
  type SendOptions,
  type Target,
} from '../exchange.ts';
import { createRateLimitQueue, type RateLimitQueue } from './rate-limit-queue.ts';
import { createFetch, type Transport } from './transport.ts';

/** The maximum that a run may spend. */
export type Budget = Cost;

export const unlimited: Budget = { requests: Infinity, messages: Infinity, agents: Infinity };

/** Counts what a run spends. */
export interface Meter {
  readonly spent: () => Cost;
  /** What the run may still spend beyond the plan, for example on shrinking. */
  readonly left: () => Cost;
  /** Called before each request. Throws BudgetSpent when the budget is used up. */
  readonly spendRequest: () => void;
  readonly countMessage: () => void;
  readonly countAgent: () => void;
  /** A meter for one check, whose counts are added to this one. */
  readonly child: () => Meter;
}

/** A meter of its own budget, or one that also counts on its parent, whose budget applies. */
export function createMeter(budget: Budget, parent?: Meter): Meter {
  let requests = 0;
  let messages = 0;
  let agents = 0;
  const meter: Meter = {
    spent: () => ({ requests, messages, agents }),
    left: () =>
      parent?.left() ?? {
        requests: budget.requests - requests,
        messages: budget.messages - messages,
        agents: budget.agents - agents,
      },
    spendRequest: () => {
      parent?.spendRequest();
      if (requests >= budget.requests)
        throw new BudgetSpent(`the maximum of ${budget.requests} requests is sent`);
      // The plan keeps to the budget: only a target that accepts invalid requests exceeds it.
      if (agents > budget.agents) throw new BudgetSpent(`more than ${budget.agents} agents were created`);
      if (messages > budget.messages)
        throw new BudgetSpent(`more than ${budget.messages} messages were accepted`);
      requests += 1;
    },
    countMessage: () => {
      parent?.countMessage();
      messages += 1;
    },
    countAgent: () => {
      parent?.countAgent();
      agents += 1;
    },
    child: () => createMeter(unlimited, meter),
  };
  return meter;
}

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function countSpending(exchange: Exchange, meter: Meter): void {
  const { pathname } = new URL(exchange.url);
  if (exchange.request.method !== 'POST' || exchange.status >= 300) return;
  if (pathname === operations.createAgent.path) meter.countAgent();
  if (pathname === operations.streamAgentChat.path) meter.countMessage();
}

interface ClientOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Called with each exchange when it has ended; it contains keys. */
  readonly record?: ((exchange: Exchange) => void) | undefined;
}

/** The clients of a run: one meter each, with shared connections and rate limit queues. */
export function createClients({ target, transport, clock, record }: ClientOptions): (meter: Meter) => Client {
  const queues = new Map<string, RateLimitQueue>();
  let sent = 0;

  /** One queue a store; requests without a store's key share one. */
  const queueFor = ({ credential = mainStore }: ApiRequest): RateLimitQueue => {
    const name = credential.type === 'store' ? credential.store : 'none';
    const queue = queues.get(name) ?? createRateLimitQueue(clock);
    queues.set(name, queue);
    return queue;
  };

  const sendOnce = async (request: ApiRequest, meter: Meter): Promise<Exchange> => {
    meter.spendRequest();
    sent += 1;
    const sequence = sent;
    const url = /^https?:/.test(request.path) ? request.path : target.baseUrl + request.path;
    const startedAt = clock.now();
    const began = performance.now();
    const wire = {
      method: request.method,
      url,
      headers: headersOf(request, target),
      body: bodyOf(request),
      idleTimeoutMs: request.idleTimeoutMs ?? target.idleTimeoutMs,
    };
    const response = await transport.exchange(wire).catch((error: NodeJS.ErrnoException) => {
      throw new NoResponse(request, url, error.code ?? error.message);
    });
    const text = new TextDecoder().decode(response.bytes);
    const durationMs = performance.now() - began;
    const exchange = {
      ...{ request, url, ...response, text, json: parseJson(text) },
      ...{ sequence, startedAt, durationMs },
    };
    record?.(exchange);
    countSpending(exchange, meter);
    return exchange;
  };

  return (meter) => {
    const send = (request: ApiRequest): Promise<Exchange> =>
      request.raw === true
        ? sendOnce(request, meter)
        : queueFor(request).send(() => sendOnce(request, meter));
    return {
      contract: createContractClient(send, target.baseUrl),
      send,
      fetch: createFetch(transport, target.idleTimeoutMs, () => meter.spendRequest()),
    };
  };
}
