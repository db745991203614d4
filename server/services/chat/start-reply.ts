import type { LanguageModel, ModelMessage } from 'ai';
import { timestamp } from '../../clock.ts';
import type { AgentRecord } from '../../db/records.ts';
import { newId } from '../../ids.ts';
import type { ChatRuntime } from './chat-runtime.ts';
import { buildHistory, storedContent } from './history.ts';
import { openConversation } from './open-conversation.ts';
import type { ContentEvent } from './reduce-part.ts';
import type { ReplyPart } from './reply-part.ts';
import { runModel } from './run-model.ts';
import { runReply } from './run-reply.ts';
import type { ReplyResult } from './run-reply.ts';
import { settleReply } from './settle-reply.ts';
import { ReplyStopped } from './stop-cause.ts';

export interface ReplyRequest {
  readonly storeId: string;
  readonly agentId: string;
  readonly message: string;
  /** Continues this conversation; undefined starts a new one. */
  readonly conversationId: string | undefined;
  /** The visitor of a widget; null for an API key. */
  readonly visitorId: string | null;
}

export interface Reply {
  readonly conversationId: string;
  /** Must be iterated, to the end or to a `return`: that is what releases the conversation. */
  readonly events: AsyncGenerator<ContentEvent, ReplyResult>;
}

/**
 * Opens the conversation, stores the user's message and prepares the reply (source 4.1). Everything that can
 * fail before the first byte fails here. `signal` is the client's: its abort ends the work.
 * Throws ServiceError: `not_found`, `conflict`, `model_unavailable`, `unavailable`.
 */
export async function startReply(
  runtime: ChatRuntime,
  request: ReplyRequest,
  signal: AbortSignal,
): Promise<Reply> {
  runtime.active.admit();
  const { agent, conversationId, isNew } = await openConversation(runtime, request);
  const check = await runtime.eventCheck();
  const model = await runtime.models.modelFor(agent.config);
  const release = await runtime.locks.acquire(conversationId, runtime.limits.conversationWaitMs, signal);
  try {
    if (isNew) await insertConversation(runtime, request, conversationId);
    await appendQuestion(runtime, request, conversationId);
    const controller = linkedController(signal);
    const over = runtime.active.add(controller);
    const events = runReply({
      parts: replyParts(runtime, agent, model, conversationId, controller.signal),
      limits: runtime.limits,
      clock: runtime.clock,
      check,
      controller,
      settle: async (result) => {
        try {
          await settleReply(runtime, { agent, conversationId, result });
        } catch (error) {
          const failure = error instanceof Error ? error.name : typeof error;
          runtime.log.warn({ conversation_id: conversationId, failure }, 'reply not stored');
          throw error;
        } finally {
          release();
          over();
        }
      },
    });
    return { conversationId, events };
  } catch (error) {
    release();
    throw error;
  }
}

// No history within any model's reach has more, and a conversation may have any number.
const newestMessages = 400;

async function* replyParts(
  runtime: ChatRuntime,
  agent: AgentRecord,
  model: LanguageModel,
  conversationId: string,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart, void> {
  const tools = await runtime.tools.toolsFor(agent, signal);
  const { messages: stored } = runtime.repositories;
  const records = await stored.list(agent.storeId, conversationId, newestMessages);
  const keepTools = Object.keys(tools).length > 0;
  const messages = buildHistory(records, runtime.limits.historyTokens, keepTools);
  yield* runModel({ model, config: agent.config, messages, tools, limits: runtime.limits, signal });
}

function linkedController(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(new ReplyStopped('client_gone'));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return controller;
}

async function insertConversation(runtime: ChatRuntime, request: ReplyRequest, id: string): Promise<void> {
  const { storeId, agentId, visitorId } = request;
  const createdAt = timestamp(runtime.clock);
  await runtime.repositories.conversations.insert(storeId, { id, storeId, agentId, visitorId, createdAt });
}

async function appendQuestion(
  runtime: ChatRuntime,
  request: ReplyRequest,
  conversationId: string,
): Promise<void> {
  const said: ModelMessage[] = [{ role: 'user', content: request.message }];
  await runtime.repositories.messages.append(request.storeId, {
    id: newId('msg'),
    storeId: request.storeId,
    conversationId,
    role: 'user',
    content: storedContent(said),
    outcome: 'complete',
    usage: null,
    createdAt: timestamp(runtime.clock),
  });
}
