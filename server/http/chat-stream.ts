import type { ChatEvent } from '../../generated/events.ts';
import {
  type ChatReply,
  collectReply,
  type RecordedReply,
  recordReply,
  replayReply,
} from '../chat/collect-reply.ts';
import { type Reply, startReply } from '../chat/reply.ts';
import type { ReplyRequest, ReplyVisitor } from '../chat/types.ts';
import { validateEvents } from '../chat/validate-event.ts';
import type { Deps } from '../deps.ts';
import { type ErrorCode, ServiceError } from '../errors.ts';
import { beginIdempotent, type FirstRequest, type RepeatableRequest } from '../services/idempotency.ts';
import type { Call, Handler, Result } from './handler.ts';
import { abortSignalOf } from './request-context.ts';
import { sendEvents } from './sse.ts';

type ChatCall = Call<'streamAgentChat'>;

/** Source 4.1. What fails before the first byte of a stream is thrown, so that the response is JSON. */
export const streamAgentChat: Handler<'streamAgentChat'> = (deps, call) =>
  call.body.stream === false ? replyAsJson(deps, call) : replyAsStream(deps, call);

// decision 0008
async function replyAsJson(deps: Deps, call: ChatCall): Promise<Result<'streamAgentChat'>> {
  const begun = await beginIdempotent(deps, repeatableRequestOf(call));
  // Stored by collectFirst.
  const result =
    begun.type === 'replay'
      ? (JSON.parse(begun.response) as WholeReply)
      : await collectFirst(deps, call, begun);
  if (result.type === 'error') throw new ServiceError(result.code, result.message);
  const { body } = result;
  return {
    status: 200,
    body,
    headers: { 'X-Conversation-Id': body.conversation_id },
  };
}

type WholeReply =
  | { readonly type: 'reply'; readonly body: ChatReply }
  | { readonly type: 'error'; readonly code: ErrorCode; readonly message: string };

async function collectFirst(deps: Deps, call: ChatCall, first: FirstRequest): Promise<WholeReply> {
  const reply = await startFirst(deps, call, first);
  const result = await collectReply(reply).then(wholeReply, failedReply);
  await first.store(JSON.stringify(result));
  return result;
}

function wholeReply(body: ChatReply): WholeReply {
  return { type: 'reply', body };
}

function failedReply(error: unknown): WholeReply {
  if (!(error instanceof ServiceError)) throw error;
  return { type: 'error', code: error.code, message: error.message };
}

// Nothing was stored when the start fails, so the Idempotency-Key stays free (decision 0030).
async function startFirst(deps: Deps, call: ChatCall, first: FirstRequest): Promise<Reply> {
  try {
    // With the request id in the reply's log line.
    const runtime = { ...deps.chat, log: call.response.locals.log };
    return await startReply(runtime, replyRequestOf(call), abortSignalOf(call.response));
  } catch (error) {
    await first.release();
    throw error;
  }
}

async function replyAsStream(deps: Deps, call: ChatCall): Promise<undefined> {
  const begun = await beginIdempotent(deps, repeatableRequestOf(call));
  if (begun.type === 'replay') {
    // Stored by recordReply.
    const record = JSON.parse(begun.response) as RecordedReply;
    return sendStream(deps, call, { ...record, events: replayReply(record) });
  }
  const { conversationId, signal, events } = await startFirst(deps, call, begun);
  const checked = deps.config.validateResponses ? validateEvents(events) : events;
  const store = (record: RecordedReply) => begun.store(JSON.stringify(record));
  const recorded = begun.isKeyed ? recordReply(conversationId, checked, store) : checked;
  return sendStream(deps, call, { conversationId, signal, events: recorded });
}

interface ReplyStream {
  readonly conversationId: string;
  readonly signal?: AbortSignal;
  readonly events: AsyncIterable<ChatEvent> | Iterable<ChatEvent>;
}

async function sendStream(
  deps: Deps,
  { response }: ChatCall,
  { conversationId, events, ...reply }: ReplyStream,
): Promise<undefined> {
  response.set('X-Conversation-Id', conversationId);
  await sendEvents(response, events, { ...reply, limits: deps.chat.limits });
  return undefined;
}

function repeatableRequestOf({ store, body, request, visitor }: ChatCall): RepeatableRequest {
  const key = request.get('Idempotency-Key');
  // Never replay the reply of another visitor: the keys of each are separate. Replies are stored as the visitor sees
  // them; `streamAgentChat vis_...` named those that earlier versions stored in full.
  const operation =
    visitor === undefined ? 'streamAgentChat' : `streamAgentChat for ${visitor.visitor.visitorId}`;
  return { storeId: store.id, operation, key, body };
}

function replyRequestOf({ store, body, visitor }: ChatCall): ReplyRequest {
  // A visitor's token is valid for one agent (decision 0016).
  if (visitor !== undefined && visitor.chatbot.agentId !== body.agent_id) {
    throw new ServiceError('not_found', 'agent not found');
  }
  return {
    storeId: store.id,
    agentId: body.agent_id,
    message: body.message,
    conversationId: body.conversation_id,
    visitor: visitor === undefined ? null : replyVisitor(visitor),
  };
}

function replyVisitor({ visitor, chatbot }: NonNullable<ChatCall['visitor']>): ReplyVisitor {
  return { id: visitor.visitorId, imageHosts: chatbot.imageHosts };
}
