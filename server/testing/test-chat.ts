import { listMessages } from '../db/messages.ts';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createKeyring } from '../auth/keyring.ts';
import { createActiveReplies } from '../chat/active-replies.ts';
import { createJoinableReplies } from '../chat/joinable-replies.ts';
import { createLocalLocks } from '../chat/local-locks.ts';
import type { ChatRuntime, ReplyRequest } from '../chat/types.ts';
import { type ChatLimits, loadChatLimits } from '../config/chat-limits.ts';
import type { ModelPrices } from '../config/model-prices.ts';
import type { AgentConfig, AgentRecord, MessageRecord } from '../db/records.ts';
import { systemClock } from '../support/clock.ts';
import { createMetrics } from '../support/metrics.ts';
import type { AgentTools } from '../tools/types.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { sampleAgent, sampleStore } from './sample-records.ts';
import { addStore, addAgent } from './test-shop.ts';
import { testCatalogs } from './test-catalogs.ts';

export interface TestChat {
  readonly runtime: ChatRuntime;
  readonly agent: AgentRecord;
  readonly database: TestDatabase;
  messages(conversationId: string): Promise<MessageRecord[]>;
  close(): Promise<void>;
}

/** A message by API key, in a new conversation or the given one. */
export function requestTo(agent: AgentRecord, message: string, conversationId?: string): ReplyRequest {
  const { store_id: storeId, id: agentId } = agent;
  const begin = { channel: 'api', chatbotId: null, isTest: false } as const;
  return { storeId, agentId, message, conversationId, visitor: null, ...begin };
}

/** A chat runtime over a database of its own, with one store, one agent, and the model and tools given. */
export async function createTestChat(options: {
  readonly model: LanguageModelV4;
  readonly fallback?: LanguageModelV4;
  /** By default a new SQLite database; `close` closes it. */
  readonly database?: TestDatabase;
  readonly prices?: ModelPrices;
  readonly config?: AgentConfig;
  readonly tools?: AgentTools;
  readonly limits?: Partial<ChatLimits>;
}): Promise<TestChat> {
  const database = options.database ?? (await createTestDatabase());
  const store = sampleStore();
  const agent = sampleAgent(store.id, options.config === undefined ? {} : { config: options.config });
  await addStore(database, store);
  await addAgent(database, agent);
  const limits = { ...loadChatLimits({}), modelRetries: 0, ...options.limits };
  const runtime: ChatRuntime = {
    database: database.database,
    metrics: createMetrics(),
    models: { modelFor: () => Promise.resolve(options.model) },
    fallback: options.fallback ?? null,
    prices: options.prices ?? new Map(),
    catalogs: testCatalogs(database.database, createKeyring(Buffer.alloc(32, 1))),
    tools: { toolsFor: () => Promise.resolve(options.tools ?? new Map()) },
    limits,
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
    locks: createLocalLocks(),
    active: createActiveReplies(),
    joinable: createJoinableReplies(limits),
  };
  return {
    runtime,
    agent,
    database,
    messages: (id) => listMessages(database.database.reader(store.id), id),
    close: () => database.close(),
  };
}
