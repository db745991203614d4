import type { ChatEvent } from '../../generated/events.ts';
import { type PageContext, type ShopperPage, shopperPage } from '../catalog/shopper-page.ts';
import { withDatabaseDeadline } from '../db/guard.ts';
import { findAgent } from '../db/agents.ts';
import type { AgentRecord } from '../db/records.ts';
import type { JoinedWrite, NewMessage } from '../db/repositories.ts';
import { readStore } from '../db/stores.ts';
import { joinAll } from '../db/write.ts';
import { ServiceError } from '../errors.ts';
import { noteOfFailure } from '../models/model-failure.ts';
import { isBuiltIn } from '../models/registry.ts';
import { timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { plainText } from '../support/message-text.ts';
import { builtInCatalogType } from '../tools/types.ts';
import type { ConversationLock } from './conversation-locks.ts';
import { errorOfStop, ReplyStopped } from './endings.ts';
import { buildHistory, storedContent, userMessage } from './prompt.ts';
import { type ModelInput, runModel } from './run-model.ts';
import { ReplyMeter } from './reply-meter.ts';
import { runReply } from './run-reply.ts';
import { type ReplyResult, settleReply } from './settle-reply.ts';
import { type ReplyPlace, replyTools } from './reply-tools.ts';
import { shopPrompt } from './shop-prompt.ts';
import { createBudget } from './spending-cap.ts';
import type { ChatRuntime, ReplyRequest, ReplyVisitor } from './types.ts';

/** A started reply. Its events must be iterated: their end is what releases the conversation. */
export interface Reply {
  readonly conversationId: string;
  /** Whom the reply is for; null for an API key. */
  readonly visitor: ReplyVisitor | null;
  /** Aborted when the reply is stopped. */
  readonly signal: AbortSignal;
  /** Content, then one terminal event, or none when the client is gone (source 6). */
  readonly events: AsyncGenerator<ChatEvent, ReplyResult>;
}

/** Writes that join those of a reply to a request with an Idempotency-Key (decision 0030). */
export interface KeyedReply {
  /** Joins the write of the question. */
  begin(questionId: string): JoinedWrite;
  /** Joins the write of the reply, also of a failed one. */
  finish(conversationId: string, result: ReplyResult): JoinedWrite;
}

/**
 * Opens the conversation, stores the user's message and prepares the reply (source 4.1). Everything that can fail before
 * the first byte fails here. `client` is aborted when the client leaves, which stops the reply.
 * Throws ServiceError: `not_found`, `conflict`, `model_unavailable`, `unavailable`.
 */
export async function startReply(
  runtime: ChatRuntime,
  request: ReplyRequest,
  client: AbortSignal,
  keyed?: KeyedReply,
): Promise<Reply> {
  const controller = new AbortController();
  const onClientGone = (): void => controller.abort(new ReplyStopped('client_gone'));
  client.addEventListener('abort', onClientGone, { once: true });
  if (client.aborted) onClientGone();
  // Active from its first moment, so that a stop of the service waits for it or stops it.
  const remove = runtime.active.add(controller);
  try {
    return await prepareReply(runtime, { request, keyed }, controller, remove);
  } catch (error) {
    remove();
    if (!(error instanceof ReplyStopped)) throw error;
    throw (
      errorOfStop(error.stopCause) ?? new ServiceError('conflict', 'the client left before the reply began')
    );
  }
}

interface Question {
  readonly request: ReplyRequest;
  readonly keyed: KeyedReply | undefined;
}

async function prepareReply(
  runtime: ChatRuntime,
  question: Question,
  controller: AbortController,
  remove: () => void,
): Promise<Reply> {
  const { locks, limits, clock } = runtime;
  const { signal } = controller;
  const { visitor, message, channel } = question.request;
  const opened = await openConversation(runtime, question.request);
  const { agent, conversationId } = opened;
  const store = await readStore(runtime.database.reader(agent.store_id));
  const chosen = await runtime.models.modelFor(agent.config);
  // The one that is settled: the fallback replaces it in an outage.
  let model = chosen;
  // A client that left to ask something else does not wait for the reply that it left.
  runtime.joinable.supersede(conversationId);
  const lock = await locks.acquire(conversationId, limits.conversationWaitMs, signal);
  try {
    await storeQuestion(runtime, question, opened, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
  const meter = new ReplyMeter(clock);
  const { config } = agent;
  const budget = createBudget(runtime, { store, conversationId, config, meter });
  const storeReply = async (result: ReplyResult): Promise<void> => {
    try {
      const keyed = question.keyed?.finish(conversationId, result);
      const joined = joinAll(lock.requireHeld, budget.release, keyed);
      await settleReply(runtime, { agent, conversationId, question: message, model, result, joined });
    } finally {
      await lock.release();
      remove();
    }
  };
  // The model may have taken minutes: storing its reply has a deadline of its own.
  const settle = (result: ReplyResult) => withDatabaseDeadline(() => storeReply(result));
  const fallback = isBuiltIn(chosen) ? null : runtime.fallback;
  const onFallback = (failure: unknown): void => {
    model = fallback ?? chosen;
    const note = { conversation_id: conversationId, failure: noteOfFailure(failure) };
    runtime.log.warn(note, 'the vendor is down: the built-in model replies');
  };
  const hasCart = question.request.page?.can_add_to_cart === true;
  const place = { storeName: store?.name ?? '', isWidget: channel === 'widget', hasCart };
  const prepare = (): Promise<ModelInput> => prepareInput(runtime, opened, place);
  const parts = runModel({
    model: chosen,
    question: message,
    fallback,
    onFallback,
    config,
    limits,
    signal,
    admit: budget.admit,
    prepare,
  });
  const events = runReply({ conversationId, visitor, parts, limits, meter, controller, settle });
  return { conversationId, visitor, signal, events };
}

interface OpenedConversation {
  readonly agent: AgentRecord;
  readonly conversationId: string;
  readonly isNew: boolean;
}

/**
 * Finds the agent and the conversation to continue, or chooses the id of a new one (source 4.1).
 * Throws ServiceError `not_found`, with one message for unknown ids and for those of another store or agent, and another
 * for a disabled agent (decision 0009).
 */
async function openConversation(
  { database, repositories }: Pick<ChatRuntime, 'database' | 'repositories'>,
  request: ReplyRequest,
): Promise<OpenedConversation> {
  const { storeId, agentId, conversationId, visitor, isTest } = request;
  const agent = await openAgent(database, request);
  if (conversationId === undefined) return { agent, conversationId: newId('cnv'), isNew: true };
  const conversation = await repositories.conversations.find(storeId, conversationId);
  // A key may continue every conversation of its store (source 5.9), a visitor only their own.
  const mayContinue = visitor === null || conversation?.visitorId === visitor.id;
  if (conversation?.agentId !== agentId || !mayContinue || (isTest && !conversation.isTest)) {
    throw new ServiceError('not_found', 'conversation not found');
  }
  return { agent, conversationId, isNew: false };
}

async function openAgent(
  database: ChatRuntime['database'],
  { storeId, agentId, visitor, isTest, draft }: ReplyRequest,
): Promise<AgentRecord> {
  const agent = await findAgent(database.reader(storeId), agentId);
  // The team tries it on its page before it is enabled; the preview shows what visitors get.
  const isOpen = agent.status === 'active' || (isTest && visitor === null);
  if (isOpen) return { ...agent, config: draft ?? agent.config };
  throw new ServiceError('not_found', 'the agent is disabled: enable it in the dashboard');
}

/** Stores the user's message, and the conversation when it is new, before any model is called. */
async function storeQuestion(
  runtime: Pick<ChatRuntime, 'repositories' | 'catalogs' | 'clock'>,
  { request, keyed }: Question,
  { agent, conversationId, isNew }: OpenedConversation,
  lock: ConversationLock,
): Promise<void> {
  const { repositories, clock } = runtime;
  const { storeId, agentId, visitor, message, channel, chatbotId, isTest } = request;
  const page = await readPage(runtime, agent, request.page);
  const createdAt = timestamp(clock);
  const question: NewMessage = {
    id: newId('msg'),
    storeId,
    conversationId,
    role: 'user',
    content: storedContent([userMessage(message, page)]),
    text: plainText(message),
    outcome: 'complete',
    createdAt,
  };
  const joined = joinAll(lock.requireHeld, keyed?.begin(question.id));
  if (isNew) {
    const visitorId = visitor?.id ?? null;
    const begin = { channel, chatbotId, isTest, createdAt };
    const conversation = { id: conversationId, storeId, agentId, visitorId, ...begin };
    await repositories.conversations.insert(storeId, conversation, question, joined);
  } else {
    await repositories.messages.append(storeId, question, joined);
  }
}

/** What the page says, as the catalogue has it; undefined for an agent without the catalogue. */
async function readPage(
  { catalogs }: Pick<ChatRuntime, 'catalogs'>,
  { store_id: storeId, config }: AgentRecord,
  page: PageContext | undefined,
): Promise<ShopperPage | undefined> {
  const hasCatalog = config.mcp_capabilities?.some(
    ({ type, enabled }) => enabled && type === builtInCatalogType,
  );
  return page !== undefined && hasCatalog ? shopperPage(await catalogs.get(storeId), page) : undefined;
}

// More than any model's context holds; a conversation may have any number.
const maxHistoryMessages = 400;

/** Opens the agent's tools and reads the history, which ends with the message to reply to. */
async function prepareInput(
  runtime: ChatRuntime,
  { agent, conversationId }: OpenedConversation,
  place: ReplyPlace & { readonly storeName: string },
): Promise<ModelInput> {
  const { limits, repositories, tools: source, catalogs, clock } = runtime;
  const { store_id: storeId, config } = agent;
  const agentTools = await source.toolsFor(agent);
  const hasCatalog = [...agentTools.values()].some(({ fromCatalog }) => fromCatalog);
  const catalog = hasCatalog ? await catalogs.get(storeId) : null;
  const tools = catalog === null ? agentTools : replyTools(agentTools, catalog, place);
  const records = await repositories.messages.list(storeId, conversationId, maxHistoryMessages);
  const { storeName: name, isWidget } = place;
  const shop = { name, catalog, isWidget, today: timestamp(clock).slice(0, 10) };
  return {
    tools,
    instructions: shopPrompt(config.system_prompt, shop, tools),
    messages: buildHistory(records, limits.historyTokens, tools.size > 0),
  };
}
