// Generated from spec/. Do not edit; change spec/ and run: npm run generate

import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';
import { isKnownEvent, terminalEventTypes, type ChatEvent, type StreamEvent } from './events.ts';
import { readEvents } from './read-events.ts';

export type ChatRequest = components['schemas']['ChatRequest'];

export interface AgentClientOptions {
  /** The origin of the service, such as https://agents.example.com. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface ChatOptions {
  /** Ends the reply: the iterator throws the reason of the signal. */
  readonly signal?: AbortSignal;
  /**
   * Makes it safe to send the message again (decision 0030): where the connection breaks, the client asks for the same
   * reply again and goes on where it was. Without it, a reply that breaks off is a failure. A service that does not know
   * the header would answer twice.
   */
  readonly idempotencyKey?: string;
}

/** Why a reply has no more events: a response that is no reply, or a connection that broke (`status` null). */
export interface ChatFailure {
  readonly type: 'failure';
  readonly status: number | null;
  readonly error: string;
  /** How long to wait, where the response says it. */
  readonly retryAfterSeconds: number | null;
}

/** A client of openapi-fetch, which has each operation, and replies as they arrive. */
export interface AgentClient {
  readonly api: Client<paths>;
  /**
   * Sends a message, and yields the events of the reply, to the terminal one (source 6). Events of types that this version
   * does not know are skipped (decision 0052). Ends with a ChatFailure where there is no reply or it breaks off; throws for
   * the caller's signal alone.
   */
  streamAgentChat(body: ChatRequest, options?: ChatOptions): AsyncGenerator<ChatEvent | ChatFailure>;
}

const maxReconnects = 4;
const firstWaitMs = 250;

export function createAgentClient({ baseUrl, apiKey, fetch }: AgentClientOptions): AgentClient {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const api = createFetchClient<paths>({ baseUrl, headers, ...(fetch && { fetch }) });
  return { api, streamAgentChat: (body, options = {}) => streamReply(api, body, options) };
}

async function* streamReply(
  api: Client<paths>,
  body: ChatRequest,
  options: ChatOptions,
): AsyncGenerator<ChatEvent | ChatFailure> {
  let seen = 0;
  for (let attempt = 0; ; attempt += 1) {
    const opened = await openReply(api, body, options);
    if (opened !== undefined && 'type' in opened) return yield opened;
    let position = 0;
    try {
      // A reply that is joined begins with its first event again.
      for await (const event of opened === undefined ? [] : readEvents<StreamEvent>(opened.events)) {
        position += 1;
        if (position <= seen) continue;
        seen = position;
        if (isKnownEvent(event)) yield event;
        if (terminalEventTypes.some((type) => type === event.type)) return;
      }
    } catch (error) {
      if (options.signal?.aborted) throw error;
    }
    if (options.idempotencyKey === undefined || attempt >= maxReconnects) return yield brokenOff;
    await wait(firstWaitMs * 2 ** attempt, options.signal);
  }
}

const brokenOff: ChatFailure = {
  type: 'failure',
  status: null,
  error: 'the connection ended before the reply did',
  retryAfterSeconds: null,
};

/** Undefined where no response arrived. */
async function openReply(
  api: Client<paths>,
  body: ChatRequest,
  { signal, idempotencyKey }: ChatOptions,
): Promise<{ readonly events: ReadableStream<Uint8Array> } | ChatFailure | undefined> {
  try {
    const { data, error, response } = await api.POST('/api/agents/chat/stream', {
      body: { ...body, stream: true },
      params: { header: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey } },
      parseAs: 'stream',
      ...(signal && { signal }),
    });
    if (response.ok && data) return { events: data };
    return failureOf(response, error);
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

function failureOf(response: Response, error: unknown): ChatFailure {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const isBody = typeof error === 'object' && error !== null && 'error' in error;
  return {
    type: 'failure',
    status: response.status,
    error: isBody ? String(error.error) : `the service responded with ${response.status}`,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  };
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
