import { setTimeout as wait } from 'node:timers/promises';
import { type ClientDeps, createAgent, listAgents, type Question, sendMessage } from './client.ts';
import {
  acknowledged,
  type Agent,
  type AgentCreate,
  type CreateAttempt,
  type ListAttempt,
  type MessageAttempt,
  type Outcome,
} from './history.ts';
import { createRandom, type Random } from '../random.ts';
import type { ChaosStore } from './stores.ts';
import type { TestFetch } from '../../server/testing/tls-fetch.ts';

/** The attempts of all clients so far. */
export interface Recording {
  readonly creates: CreateAttempt[];
  readonly lists: ListAttempt[];
  readonly messages: MessageAttempt[];
}

export interface LoadOptions extends ClientDeps {
  readonly seed: number;
  /** The store of the next request; another one from time to time, so that lists stay short. */
  readonly currentStore: () => ChaosStore;
  /** With several nodes: two clients more share conversations, each through a node of its own, and two reach a limit. */
  readonly severalNodes?: {
    readonly fetches: readonly [TestFetch, TestFetch, ...TestFetch[]];
    /** A store with a limit of requests. */
    readonly limitedStore: ChaosStore;
  };
}

export interface Load {
  readonly recording: Recording;
  /** How many attempts have ended. */
  count(): number;
  /** Lists a store once more. */
  list(store: ChaosStore): Promise<void>;
  /** Waits until every client has finished its current request. */
  stop(): Promise<void>;
}

interface Client {
  readonly options: LoadOptions;
  readonly recording: Recording;
  readonly random: Random;
  /** Part of the names, keys and messages of this client. */
  readonly name: string;
  readonly intern: (agent: Agent) => Agent;
}

/** Ten concurrent clients, and four more with several nodes: three create bursts of agents, two list, five have conversations. */
export function startLoad(options: LoadOptions): Load {
  const recording: Recording = { creates: [], lists: [], messages: [] };
  const intern = createIntern();
  let stopped = false;
  const roles = [...repeat(3, createLoop), ...repeat(2, listLoop), ...repeat(5, chatLoop)];
  if (options.severalNodes !== undefined) roles.push(sharedChatLoop, limitLoop);
  const clients = roles.map((loop, index) => {
    const random = createRandom(options.seed + index);
    const client: Client = { options, recording, random, name: `${options.seed}-${index}`, intern };
    return loop(client, () => stopped);
  });
  // A client that fails ends the run when it stops; without this, Node would end the process before.
  for (const client of clients) client.catch(() => undefined);
  return {
    recording,
    count: () => recording.creates.length + recording.lists.length + recording.messages.length,
    async list(store) {
      recording.lists.push(await listAgents(options, store, intern));
    },
    async stop() {
      stopped = true;
      await Promise.all(clients);
    },
  };
}

type Loop = (client: Client, isStopped: () => boolean) => Promise<void>;

const createLoop: Loop = async (client, isStopped) => {
  const { random, name } = client;
  for (let burst = 0; !isStopped(); burst++) {
    const size = random.between(1, 8);
    const creates = Array.from({ length: size }, (_, index) => {
      const id = `${name}-${burst}-${index}`;
      return createOnce(
        client,
        randomAgent(random, `Agent ${id}`),
        random.chance(0.5) ? `create-${id}` : undefined,
      );
    });
    await Promise.all(creates);
    await wait(random.between(0, 120));
  }
};

const listLoop: Loop = async ({ options, recording, random, intern }, isStopped) => {
  while (!isStopped()) {
    recording.lists.push(await listAgents(options, options.currentStore(), intern));
    await wait(random.between(0, 150));
  }
};

/** As fast as the limit of its store is reached after some seconds. */
const limitLoop: Loop = async ({ options, recording, random, intern }, isStopped) => {
  const { severalNodes } = options;
  while (severalNodes !== undefined && !isStopped()) {
    const lists = repeat(2, severalNodes.limitedStore).map((store) => listAgents(options, store, intern));
    recording.lists.push(...(await Promise.all(lists)));
    await wait(random.between(100, 300));
  }
};

const chatLoop: Loop = async (client, isStopped) => {
  const { options, random, name } = client;
  for (let conversation = 0; !isStopped(); conversation++) {
    const store = options.currentStore();
    const agentId = newestAgentOf(client, store);
    if (agentId !== undefined)
      await converse(client, store, { agentId, name: `${name}-${conversation}`, isStopped });
    await wait(random.between(0, 50));
  }
};

/** Two clients send messages to one conversation at the same time, each to one of two nodes. */
const sharedChatLoop: Loop = async (client, isStopped) => {
  const { options, random, name } = client;
  const { fetches } = options.severalNodes ?? {};
  for (let conversation = 0; fetches !== undefined && !isStopped(); conversation++) {
    const store = options.currentStore();
    const agentId = newestAgentOf(client, store);
    const id = `${name}-${conversation}`;
    const conversationId = agentId && (await askOnce(client, store, firstQuestion(agentId, id)));
    if (agentId !== undefined && conversationId !== undefined) {
      const first = random.below(fetches.length);
      const two = [0, 1].map((index) => fetches[(first + index) % fetches.length] ?? fetches[0]);
      const conversations = two.map((fetch, index) => {
        const one = { agentId, name: `${id}-${index}`, isStopped, conversationId };
        return converse({ ...client, options: { ...options, fetch } }, store, one);
      });
      await Promise.all(conversations);
    }
    await wait(random.between(0, 50));
  }
};

function firstQuestion(agentId: string, id: string): Question {
  return { agentId, message: questionOf(id), conversationId: undefined, stream: true, key: undefined };
}

function questionOf(id: string): string {
  return `What can you do? (${id})`;
}

/** The agent of a store whose create was acknowledged last. */
function newestAgentOf({ recording }: Client, { id }: ChaosStore): string | undefined {
  const creates = recording.creates.filter(({ storeId }) => storeId === id);
  return acknowledged<Agent, CreateAttempt>(creates).at(-1)?.body.id;
}

interface Conversation {
  readonly agentId: string;
  readonly name: string;
  readonly isStopped: () => boolean;
  /** Undefined starts a conversation. */
  readonly conversationId?: string;
}

/** Some messages, one after the other; a message that was lost in a crash does not end the conversation. */
async function converse(
  client: Client,
  store: ChaosStore,
  { agentId, name, isStopped, ...opened }: Conversation,
): Promise<void> {
  const { random } = client;
  const turns = random.between(2, 8);
  let { conversationId } = opened;
  for (let turn = 0; turn < turns && !isStopped(); turn++) {
    const id = `${name}-${turn}`;
    const key = random.chance(0.4) ? `message-${id}` : undefined;
    const question = {
      agentId,
      message: questionOf(id),
      conversationId,
      stream: random.chance(0.7),
      key,
    };
    conversationId = (await askOnce(client, store, question)) ?? conversationId;
    await wait(random.between(0, 50));
  }
}

/** As Retry-After says, but sooner. */
const retryMs = 200;
/** Longer than a lease. The key of a reply that failed returns its failure for good (decision 0030). */
const maxAttempts = 150;

/** Creates one agent: a request with a key is repeated until it is acknowledged, and sometimes after it. */
async function createOnce(
  { options, recording, random }: Client,
  input: AgentCreate,
  key: string | undefined,
) {
  const store = options.currentStore();
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const attempt = await createAgent(options, store, input, key);
    recording.creates.push(attempt);
    if (!isRepeated(attempt.outcome, key, random)) return;
    if (attempt.outcome.type !== 'acknowledged') await wait(retryMs);
  }
}

/** Asks one question like `createOnce`; returns the conversation that a response named. */
async function askOnce(
  { options, recording, random }: Client,
  store: ChaosStore,
  question: Question,
): Promise<string | undefined> {
  let conversationId: string | undefined;
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const attempt = await sendMessage(options, store, question);
    recording.messages.push(attempt);
    const { outcome, openedConversationId } = attempt;
    conversationId =
      outcome.type === 'acknowledged'
        ? outcome.body.conversationId
        : (openedConversationId ?? conversationId);
    if (!isRepeated(outcome, question.key, random)) return conversationId;
    if (outcome.type !== 'acknowledged') await wait(retryMs);
  }
  return conversationId;
}

function isRepeated(outcome: Outcome<unknown>, key: string | undefined, random: Random): boolean {
  if (key === undefined) return false;
  if (outcome.type === 'acknowledged') return random.chance(0.2);
  return outcome.type === 'unknown' || outcome.status === 503 || outcome.status === 409;
}

function randomAgent(random: Random, name: string): AgentCreate {
  return {
    name,
    type: random.chance(0.5) ? 'customer_support' : 'product_recommendation',
    ...(random.chance(0.5) && { description: `Created by the load, ${random.next()}` }),
    config: {
      model_provider: 'provider_one',
      model_id: 'shopping-1',
      system_prompt: `Help. ${'Be brief. '.repeat(random.between(0, 20))}`,
      ...(random.chance(0.5) && { temperature: random.between(0, 10) / 10 }),
      ...(random.chance(0.5) && { max_tokens: random.between(1, 8192) }),
      ...(random.chance(0.3) && { mcp_capabilities: [{ type: 'product_catalog', enabled: false }] }),
    },
  };
}

/** One object for equal agents: thousands of lists have the same hundreds of agents. */
function createIntern(): (agent: Agent) => Agent {
  const known = new Map<string, Agent>();
  return (agent) => {
    const text = JSON.stringify(agent);
    const first = known.get(text) ?? agent;
    known.set(text, first);
    return first;
  };
}

function repeat<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}
