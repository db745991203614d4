import {
  type ChatReply,
  collectReply,
  type RecordedReply,
  recordReply,
  replayReply,
} from '../chat/collect-reply.ts';
import { sendRedacted, redactCall } from '../chat/redact-for-visitor.ts';
import { type Reply, startReply } from '../chat/reply.ts';
import type { EventSink, ReplyRequest } from '../chat/types.ts';
import type { Deps } from '../deps.ts';
import { type ErrorCode, ServiceError } from '../errors.ts';
import { beginOnce, type FirstOnce, type OnceRequest } from '../services/idempotency.ts';
import type { Call, Handler, Result } from './handler.ts';
import { ReplyStopped } from '../chat/endings.ts';
import { abortSignalOf } from './request-context.ts';
import { sendEvents } from './sse.ts';

type ChatCall = Call<'streamAgentChat'>;

/** Source 4.1. Whatever can fail before the first byte is thrown and answered as JSON. */
export const streamAgentChat: Handler<'streamAgentChat'> = (deps, call) =>
  call.body.stream === false ? answerWhole(deps, call) : streamReply(deps, call);

// decision 0008
async function answerWhole(deps: Deps, call: ChatCall): Promise<Result<'streamAgentChat'>> {
  const once = await beginOnce(deps, onceRequestOf(call));
  // Only collectOnce writes answers of whole replies.
  const outcome =
    once.type === 'again' ? (JSON.parse(once.answer) as WholeReply) : await collectOnce(deps, call, once);
  if (outcome.type === 'error') throw new ServiceError(outcome.code, outcome.message);
  const { body } = outcome;
  return {
    status: 200,
    body: shownReply(body, call),
    headers: { 'X-Conversation-Id': body.conversation_id },
  };
}

function shownReply(body: ChatReply, { visitor }: ChatCall): ChatReply {
  if (visitor === undefined) return body;
  const { imageHosts } = visitor.chatbot;
  return { ...body, tool_calls: body.tool_calls.map((one) => redactCall(one, imageHosts)) };
}

type WholeReply =
  | { readonly type: 'reply'; readonly body: ChatReply }
  | { readonly type: 'error'; readonly code: ErrorCode; readonly message: string };

async function collectOnce(deps: Deps, call: ChatCall, once: FirstOnce): Promise<WholeReply> {
  const reply = await startFirst(deps, call, once);
  const outcome = await collectReply(reply).then(wholeReply, failedReply);
  await once.keep(JSON.stringify(outcome));
  return outcome;
}

function wholeReply(body: ChatReply): WholeReply {
  return { type: 'reply', body };
}

function failedReply(error: unknown): WholeReply {
  if (!(error instanceof ServiceError)) throw error;
  return { type: 'error', code: error.code, message: error.message };
}

// Nothing has happened yet when the start fails, so the key stays free (decision 0030).
async function startFirst(deps: Deps, call: ChatCall, once: FirstOnce): Promise<Reply> {
  try {
    // The reply's line in the log names the request, too.
    return await startReply(
      { ...deps.chat, log: call.response.locals.log },
      replyRequestOf(call),
      controllerOf(call),
    );
  } catch (error) {
    await once.forget();
    throw error;
  }
}

async function streamReply(deps: Deps, call: ChatCall): Promise<undefined> {
  const once = await beginOnce(deps, onceRequestOf(call));
  if (once.type === 'again') {
    // Only the record below is written for this operation's streams.
    const record = JSON.parse(once.answer) as RecordedReply;
    return sendStream(deps, call, record.conversationId, (send) => replayReply(record, send));
  }
  const reply = await startFirst(deps, call, once);
  const keep = (record: RecordedReply) => once.keep(JSON.stringify(record));
  return sendStream(deps, call, reply.conversationId, (send) =>
    once.isKeyed ? recordReply(reply, send, keep) : reply.run(send),
  );
}

async function sendStream(
  deps: Deps,
  { response, visitor }: ChatCall,
  conversationId: string,
  produce: (send: EventSink) => Promise<unknown>,
): Promise<undefined> {
  const headers = { 'X-Conversation-Id': conversationId };
  const shown: typeof produce =
    visitor === undefined ? produce : (send) => produce(sendRedacted(send, visitor.chatbot.imageHosts));
  await sendEvents(response, shown, { limits: deps.chat.limits, headers });
  return undefined;
}

function onceRequestOf({ store, body, request, visitor }: ChatCall): OnceRequest {
  const key = request.get('Idempotency-Key');
  // A visitor's keys are their own: nobody replays another's answer.
  const operation = ['streamAgentChat', visitor?.visitor.visitorId ?? []].flat().join(' ');
  return { storeId: store.id, operation, key, body };
}

function replyRequestOf({ store, body, visitor }: ChatCall): ReplyRequest {
  // A visitor's token opens its own agent and no other (decision 0016).
  if (visitor !== undefined && visitor.chatbot.agentId !== body.agent_id) {
    throw new ServiceError('not_found', 'agent not found');
  }
  return {
    storeId: store.id,
    agentId: body.agent_id,
    message: body.message,
    conversationId: body.conversation_id,
    visitorId: visitor?.visitor.visitorId ?? null,
  };
}

function controllerOf({ response }: ChatCall): AbortController {
  const controller = new AbortController();
  const signal = abortSignalOf(response);
  const stop = () => controller.abort(new ReplyStopped('client_gone'));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  return controller;
}
