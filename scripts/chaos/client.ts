import { allEvents, replyOf } from '../../server/testing/read-events.ts';
import type { TestFetch, TestRequest } from '../../server/testing/tls-fetch.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { timedOut } from './check-history.ts';
import type {
  Agent,
  AgentCreate,
  CreateAttempt,
  Interval,
  ListAttempt,
  MessageAttempt,
  Outcome,
  Reply,
} from './history.ts';
import type { ChaosStore } from './stores.ts';

/** Long enough for any reply of the load, also on a busy machine: what takes longer hangs. */
const maxRequestMs = 30_000;
const pauseMs = 20;

export interface ClientDeps {
  readonly fetch: TestFetch;
  /** Ends the load when the service does not come back. */
  readonly signal: AbortSignal;
}

/** One attempt of POST /api/agents. */
export async function createAgent(
  deps: ClientDeps,
  store: ChaosStore,
  input: AgentCreate,
  key: string | undefined,
): Promise<CreateAttempt> {
  const request = { body: input, headers: headersOf(store, key) };
  const attempt = await send(deps, '/api/agents', request, async (response) =>
    acknowledge(await json<Agent>(response)),
  );
  return { ...attempt, storeId: store.id, key, input };
}

/** One attempt of GET /api/agents. `intern` returns one object for equal agents. */
export async function listAgents(
  deps: ClientDeps,
  store: ChaosStore,
  intern: (agent: Agent) => Agent,
): Promise<ListAttempt> {
  const attempt = await send(
    deps,
    '/api/agents',
    { headers: headersOf(store, undefined) },
    async (response) => {
      const { agents } = await json<{ readonly agents: readonly Agent[] }>(response);
      return acknowledge(agents.map(intern));
    },
  );
  return { ...attempt, storeId: store.id, key: undefined };
}

export interface Question {
  readonly agentId: string;
  readonly message: string;
  readonly conversationId: string | undefined;
  readonly stream: boolean;
  readonly key: string | undefined;
}

/** One attempt of POST /api/agents/chat/stream. */
export async function sendMessage(
  deps: ClientDeps,
  store: ChaosStore,
  question: Question,
): Promise<MessageAttempt> {
  const { agentId, message, conversationId, stream, key } = question;
  let openedConversationId: string | undefined;
  const body = {
    agent_id: agentId,
    message,
    stream,
    ...(conversationId !== undefined && { conversation_id: conversationId }),
  };
  const request = { body, headers: headersOf(store, key) };
  const attempt = await send(deps, '/api/agents/chat/stream', request, (response) => {
    openedConversationId = response.headers.get('x-conversation-id') ?? undefined;
    return stream ? readStream(response) : readJsonReply(response);
  });
  return { ...attempt, storeId: store.id, key, message, conversationId, openedConversationId };
}

async function readStream(response: Response): Promise<Outcome<Reply>> {
  const events = await allEvents(response);
  const last = events.at(-1);
  if (last?.type === 'end')
    return acknowledge({ conversationId: last.conversation_id, text: replyOf(events) });
  if (last?.type === 'error') return { type: 'rejected', status: last.status, error: last.error };
  // Source 6: a reply that is complete ends with `end`.
  return { type: 'rejected', status: 200, error: 'the stream ended without a terminal event' };
}

async function readJsonReply(response: Response): Promise<Outcome<Reply>> {
  const { conversation_id, content } = await json<{ conversation_id: string; content: string }>(response);
  return acknowledge({ conversationId: conversation_id, text: content });
}

interface Timed<Body> extends Interval {
  readonly outcome: Outcome<Body>;
}

/** Sends a request. While the service is down, nothing is sent: waits until it accepts connections. */
async function send<Body>(
  { fetch, signal }: ClientDeps,
  path: string,
  request: TestRequest,
  read: (response: Response) => Promise<Outcome<Body>>,
): Promise<Timed<Body>> {
  for (;;) {
    const startMs = performance.now();
    const outcome = await withinTime(async () => {
      const response = await fetch(path, request);
      return response.status < 400 ? read(response) : readError(response);
    });
    signal.throwIfAborted();
    if (outcome !== 'refused') return { startMs, endMs: performance.now(), outcome };
    await wait(pauseMs);
  }
}

/** The outcome of a request; `lost` when it has none in time. */
async function withinTime<Body>(work: () => Promise<Outcome<Body>>): Promise<Outcome<Body> | 'refused'> {
  const timer = new AbortController();
  const timeout = wait(maxRequestMs, lost(timedOut), { signal: timer.signal });
  try {
    return await Promise.race([work(), timeout]);
  } catch (error) {
    return codeOf(error) === 'ECONNREFUSED' ? 'refused' : failed(error);
  } finally {
    timeout.catch(() => undefined);
    timer.abort();
  }
}

/** Node's errors of connections have a code; everything else means that the response breaks the contract. */
function failed(error: unknown): Outcome<never> {
  if (codeOf(error) !== undefined) return lost(String(error));
  return { type: 'rejected', status: 200, error: String(error) };
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function lost(reason: string): Outcome<never> {
  return { type: 'unknown', reason };
}

async function readError(response: Response): Promise<Outcome<never>> {
  return { type: 'rejected', status: response.status, error: await response.text() };
}

function acknowledge<Body>(body: Body): Outcome<Body> {
  return { type: 'acknowledged', body };
}

/** The shape is the contract's, which other tests check. */
async function json<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

function headersOf({ apiKey }: ChaosStore, key: string | undefined): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${apiKey}`, ...(key !== undefined && { 'idempotency-key': key }) };
}
