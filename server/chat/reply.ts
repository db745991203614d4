import type { ChatEvent } from '../../generated/events.ts';
import { type PageContext, pageNeed, type ShopperPage, shopperPage } from '../catalog/shopper-page.ts';
import { agentNotFound, findAgent } from '../db/agents.ts';
import { insertConversation, readConversation } from '../db/conversations.ts';
import { type Actor, type Context, systemActor, visitorActor } from '../db/database.ts';
import { withDatabaseDeadline } from '../db/guard.ts';
import { countAnswer } from '../db/knowledge.ts';
import { appendMessage, listMessages } from '../db/messages.ts';
import type { AgentRecord, NewConversation, NewMessage, StoreRecord } from '../db/records.ts';
import { readStore } from '../db/stores.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { plainText } from '../support/message-text.ts';
import { ignoreShopError } from '../tools/store-catalogs.ts';
import { catalogTypeOf } from '../tools/types.ts';
import type { ConversationLock } from './conversation-locks.ts';
import { errorOfStop, ReplyStopped } from './endings.ts';
import { chooseModel, type ModelChoice } from './model-choice.ts';
import { buildHistory, storedContent, userMessage } from './prompt.ts';
import { type ModelInput, runModel } from './run-model.ts';
import { ReplyMeter } from './reply-meter.ts';
import { runReply } from './run-reply.ts';
import { type ReplyResult, settleReply } from './settle-reply.ts';
import { answeringSource } from './answering-source.ts';
import { type ReplyPlace, replyTools } from './reply-tools.ts';
import { shopPrompt } from './shop-prompt.ts';
import { type Budget, createBudget } from './spending-cap.ts';
import type { ChatRuntime, ReplyRequest, ReplyVisitor } from './types.ts';

/** A started reply. Its events must be iterated: their end is what releases the conversation. */
export interface Reply {
  readonly conversationId: string;
  /** Whom the reply is for; null for an API key. */
  readonly visitor: ReplyVisitor | null;
  readonly signal: AbortSignal;
  /** Content, then one terminal event, or none when the client is gone (source 6). */
  readonly events: AsyncGenerator<ChatEvent, ReplyResult>;
}

/** Lines of a reply's two verbs, for a request with an Idempotency-Key (decision 0030). */
export interface KeyedReply {
  /** Of the verb that stores the question. */
  begin(context: Context, questionId: string): Promise<void>;
  /** Of the verb that stores the reply, also a failed one. */
  finish(context: Context, conversationId: string, result: ReplyResult): Promise<void>;
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
  const { limits, clock } = runtime;
  const { signal } = controller;
  const { visitor, message } = question.request;
  const opened = await openConversation(runtime, question.request);
  const { conversationId } = opened;
  const { config } = opened.agent;
  const choice = await chooseModel(runtime, config, conversationId);
  // A client that left to ask something else does not wait for the reply that it left.
  runtime.joinable.supersede(conversationId);
  const lock = await runtime.locks.acquire(conversationId, limits.conversationWaitMs, signal);
  try {
    await storeQuestion(runtime, question, opened, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
  const meter = new ReplyMeter(clock);
  const budget = createBudget(runtime, { ...opened, config, meter });
  const prepare = () => prepareInput(runtime, opened, question.request);
  const { contact } = opened.store;
  const run = { ...choice, question: message, contact, config, limits, signal, admit: budget.admit, prepare };
  const storeAndRelease = async (result: ReplyResult): Promise<void> => {
    try {
      await storeReply(runtime, question, opened, { choice, lock, budget, result });
    } finally {
      await lock.release();
      remove();
    }
  };
  // The model may have taken minutes: storing its reply has a deadline of its own.
  const settle = (result: ReplyResult) => withDatabaseDeadline(() => storeAndRelease(result));
  const events = runReply({
    conversationId,
    visitor,
    parts: runModel(run),
    limits,
    meter,
    controller,
    settle,
  });
  return { conversationId, visitor, signal, events };
}

interface OpenedConversation {
  readonly store: StoreRecord;
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
  { database }: Pick<ChatRuntime, 'database'>,
  request: ReplyRequest,
): Promise<OpenedConversation> {
  const { storeId, agentId, conversationId, visitor, isTest } = request;
  const agent = await openAgent(database, request);
  const store = requireFound(await readStore(database.reader(storeId)), agentNotFound);
  if (conversationId === undefined) return { store, agent, conversationId: newId('cnv'), isNew: true };
  const conversation = await readConversation(database.reader(storeId), conversationId);
  // A key may continue every conversation of its store (source 5.9), a visitor only their own.
  const mayContinue = visitor === null || conversation?.visitor_id === visitor.id;
  if (conversation?.agent_id !== agentId || !mayContinue || (isTest && !conversation.is_test)) {
    throw new ServiceError('not_found', 'conversation not found');
  }
  return { store, agent, conversationId, isNew: false };
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
  runtime: Pick<ChatRuntime, 'database' | 'catalogs' | 'clock'>,
  { request, keyed }: Question,
  { store, agent, conversationId, isNew }: OpenedConversation,
  lock: ConversationLock,
): Promise<void> {
  const { visitor, message, channel, chatbotId, isTest } = request;
  const page = await readPage(runtime, agent, request.page);
  const shared = { store_id: store.id, created_at: timestamp(runtime.clock) };
  const question: NewMessage = {
    ...shared,
    id: newId('msg'),
    conversation_id: conversationId,
    role: 'user',
    content: storedContent([userMessage(message, page)]),
    text: plainText(message),
    outcome: 'complete',
  };
  const conversation: NewConversation = {
    ...shared,
    id: conversationId,
    agent_id: agent.id,
    visitor_id: visitor?.id ?? null,
    channel,
    chatbot_id: chatbotId,
    is_test: isTest,
  };
  await runtime.database.change({ store, actor: actorOf(request) }, async (context) => {
    await lock.requireHeld(context);
    await keyed?.begin(context, question.id);
    if (isNew) await insertConversation(context, conversation, question);
    else await appendMessage(context, question);
  });
}

interface EndedReply {
  readonly choice: ModelChoice;
  readonly lock: ConversationLock;
  readonly budget: Budget;
  readonly result: ReplyResult;
}

async function storeReply(
  runtime: ChatRuntime,
  { request, keyed }: Question,
  { store, agent, conversationId }: OpenedConversation,
  { choice, lock, budget, result }: EndedReply,
): Promise<void> {
  await settleReply(runtime, {
    agent,
    conversationId,
    model: choice.replying(),
    result,
    store: (append) =>
      runtime.database.change({ store, actor: actorOf(request) }, async (context) => {
        await lock.requireHeld(context);
        await budget.release(context);
        await keyed?.finish(context, conversationId, result);
        await append(context);
        const source = request.isTest ? undefined : answeringSource(result);
        if (source !== undefined) await countAnswer(context, source);
      }),
  });
}

/** Messages have no entry in the audit log. */
function actorOf({ visitor }: ReplyRequest): Actor {
  return visitor === null ? systemActor : visitorActor;
}

/** What the page says, as the catalogue has it; undefined for an agent without the catalogue. */
async function readPage(
  { catalogs }: Pick<ChatRuntime, 'catalogs'>,
  { store_id: storeId, config }: AgentRecord,
  page: PageContext | undefined,
): Promise<ShopperPage | undefined> {
  const type = catalogTypeOf(config);
  if (page === undefined || type === undefined) return undefined;
  // A message without its page is better than none: the tools say that the shop cannot be read.
  const catalog = await catalogs.open(storeId, type, pageNeed(page)).catch(ignoreShopError);
  return catalog && shopperPage(catalog, page);
}

// More than any model's context holds; a conversation may have any number.
const maxHistoryMessages = 400;

/** Opens the agent's tools and reads the history, which ends with the message to reply to. */
async function prepareInput(
  runtime: ChatRuntime,
  { store, agent, conversationId }: OpenedConversation,
  { channel, page }: ReplyRequest,
): Promise<ModelInput> {
  const { limits, database, tools: source, catalogs, clock } = runtime;
  const place: ReplyPlace = { isWidget: channel === 'widget', hasCart: page?.can_add_to_cart === true };
  const { store_id: storeId, config } = agent;
  const agentTools = await source.toolsFor(agent);
  const hasCatalog = [...agentTools.values()].some(({ fromCatalog }) => fromCatalog);
  const type = hasCatalog ? catalogTypeOf(config) : undefined;
  const catalog = type === undefined ? null : await catalogs.known(storeId, type);
  const tools = catalog === null ? agentTools : replyTools(agentTools, catalog, place);
  const records = await listMessages(database.reader(storeId), conversationId, maxHistoryMessages);
  const { isWidget } = place;
  const shop = { name: store.name, catalog, isWidget, today: timestamp(clock).slice(0, 10) };
  return {
    tools,
    instructions: shopPrompt(config.system_prompt, shop, tools),
    messages: buildHistory(records, limits.historyTokens, tools.size > 0),
  };
}
