import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AgentRecord } from '../db/records.ts';
import type { NewMessage } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { errorOfStop, ReplyStopped } from './endings.ts';
import { buildHistory, storedContent } from './prompt.ts';
import { type ModelRun, runModel } from './run-model.ts';
import { type ReplyResult, runReply } from './run-reply.ts';
import { settleReply } from './settle-reply.ts';
import { type ChatRuntime, type EventSink, type PartSink, type ReplyRequest, userMessage } from './types.ts';

export interface Reply {
  readonly conversationId: string;
  /**
   * Sends the events: content, then one terminal event, or none when the client is gone (source 6). Must be called: its
   * end is what releases the conversation.
   */
  readonly run: (send: EventSink) => Promise<ReplyResult>;
}

/**
 * Opens the conversation, stores the user's message and prepares the reply (source 4.1). Everything that can
 * fail before the first byte fails here. An abort of `controller` with ReplyStopped ends the work: from outside when the
 * client is gone, from here for every other cause. One for each reply, since a second would be told by the first.
 * Throws ServiceError: `not_found`, `conflict`, `model_unavailable`, `unavailable`.
 */
export async function startReply(
  runtime: ChatRuntime,
  request: ReplyRequest,
  controller: AbortController,
): Promise<Reply> {
  // Counted from its first moment, so that a stop of the service waits for it or tells it.
  const over = runtime.active.add(controller);
  try {
    return await prepareReply(runtime, request, controller, over);
  } catch (error) {
    over();
    throw told(error);
  }
}

async function prepareReply(
  runtime: ChatRuntime,
  request: ReplyRequest,
  controller: AbortController,
  over: () => void,
): Promise<Reply> {
  const { locks, limits, clock, checkEvent } = runtime;
  const { signal } = controller;
  const opened = await openConversation(runtime, request);
  const { agent, conversationId } = opened;
  const model = await runtime.models.modelFor(agent.config);
  const release = await locks.acquire(conversationId, limits.conversationWaitMs, signal);
  try {
    await storeQuestion(runtime, request, opened);
  } catch (error) {
    release();
    throw error;
  }
  const settle = async (result: ReplyResult): Promise<void> => {
    try {
      await settleReply(runtime, { agent, conversationId, model, result });
    } finally {
      release();
      over();
    }
  };
  const parts = (take: PartSink) => runModel(() => prepareRun(runtime, opened, model, signal), take);
  const run = { conversationId, parts, limits, clock, checkEvent, controller, settle };
  return { conversationId, run: (send) => runReply(run, send) };
}

// A stop while the reply waits for its conversation; where the client is gone, nobody reads it.
function told(error: unknown): unknown {
  return error instanceof ReplyStopped ? (errorOfStop(error.stopCause) ?? error) : error;
}

export interface OpenedConversation {
  readonly agent: AgentRecord;
  readonly conversationId: string;
  readonly isNew: boolean;
}

/**
 * Finds the agent and the conversation to continue, or names a new one (source 4.1).
 * Throws ServiceError `not_found`, in the same words whether a thing is unknown, another store's or another agent's.
 */
export async function openConversation(
  { repositories }: Pick<ChatRuntime, 'repositories'>,
  request: ReplyRequest,
): Promise<OpenedConversation> {
  const { storeId, agentId, conversationId, visitorId } = request;
  const agent = await repositories.agents.find(storeId, agentId);
  if (agent === undefined) throw new ServiceError('not_found', 'agent not found');
  if (conversationId === undefined) return { agent, conversationId: newId('cnv'), isNew: true };
  const conversation = await repositories.conversations.find(storeId, conversationId);
  // A key may continue every conversation of its store (source 5.9), a visitor only their own.
  const mayContinue = visitorId === null || conversation?.visitorId === visitorId;
  if (conversation?.agentId !== agentId || !mayContinue) {
    throw new ServiceError('not_found', 'conversation not found');
  }
  return { agent, conversationId, isNew: false };
}

/** Stores the user's message, and the conversation when it is a new one, before any model is called. */
export async function storeQuestion(
  { repositories, clock }: Pick<ChatRuntime, 'repositories' | 'clock'>,
  { storeId, agentId, visitorId, message }: ReplyRequest,
  { conversationId, isNew }: OpenedConversation,
): Promise<void> {
  const createdAt = timestamp(clock);
  const question: NewMessage = {
    id: newId('msg'),
    storeId,
    conversationId,
    role: 'user',
    content: storedContent([userMessage(message)]),
    outcome: 'complete',
    usage: null,
    createdAt,
  };
  if (isNew) {
    const conversation = { id: conversationId, storeId, agentId, visitorId, createdAt };
    await repositories.conversations.insert(storeId, conversation, question);
  } else {
    await repositories.messages.append(storeId, question);
  }
}

// No history within any model's reach has more, and a conversation may have any number.
const newestMessages = 400;

/** Everything that the model needs to answer the last message of a conversation: tools opened, history read. */
export async function prepareRun(
  runtime: ChatRuntime,
  { agent, conversationId }: OpenedConversation,
  model: LanguageModelV4,
  signal: AbortSignal,
): Promise<ModelRun> {
  const { limits, repositories } = runtime;
  const tools = await runtime.tools.toolsFor(agent);
  const records = await repositories.messages.list(agent.storeId, conversationId, newestMessages);
  const messages = buildHistory(records, limits.historyTokens, tools.size > 0);
  return { model, config: agent.config, messages, tools, limits, signal };
}
