import type { ChatRuntime } from './chat-runtime.ts';
import { openConversation } from './open-conversation.ts';
import { prepareRun } from './prepare-run.ts';
import type { ReplyRequest } from './reply-request.ts';
import { runModel } from './run-model.ts';
import { runReply } from './run-reply.ts';
import type { ReplyResult } from './run-reply.ts';
import { settleReply } from './settle-reply.ts';
import type { EventSink, PartSink } from './sinks.ts';
import { errorOfStop, ReplyStopped } from './stop-cause.ts';
import { storeQuestion } from './store-question.ts';

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
