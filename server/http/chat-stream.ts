import {
  bodyOfReply,
  type ChatReply,
  type CollectedReply,
  collectedReply,
  collectReply,
  recordedReply,
  type RecordedReply,
  withTerminalEvent,
} from '../chat/collect-reply.ts';
import type { ReplySource, ReplyStream } from '../chat/joinable-replies.ts';
import { type KeyedReply, type Reply, startReply } from '../chat/reply.ts';
import { isRepeatable, type ReplyResult } from '../chat/settle-reply.ts';
import type { ReplyRequest, ReplyVisitor } from '../chat/types.ts';
import { validateEvents } from '../chat/validate-event.ts';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import {
  type Attempt,
  beginIdempotent,
  type RepeatableRequest,
  repetitionId,
} from '../services/idempotency.ts';
import { parsePageContext } from '../services/page-context.ts';
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
  const body =
    begun.type === 'first'
      ? await collectFirst(deps, call, begun.attempt)
      : // Stored by collectFirst.
        bodyOfReply(JSON.parse(begun.response) as CollectedReply);
  return {
    status: 200,
    body,
    headers: { 'X-Conversation-Id': body.conversation_id },
  };
}

async function collectFirst(deps: Deps, call: ChatCall, attempt: Attempt | undefined): Promise<ChatReply> {
  try {
    const visitor = replyVisitor(call);
    const respond: Respond = (conversationId, result) => collectedReply({ conversationId, visitor }, result);
    return await collectReply(await startFirst(deps, call, keyedReply(attempt, respond)));
  } finally {
    await attempt?.end();
  }
}

/** What is stored for a repetition. */
type Respond = (conversationId: string, result: ReplyResult) => object;

function keyedReply(attempt: Attempt | undefined, respond: Respond): KeyedReply | undefined {
  return (
    attempt && {
      begin: attempt.begin,
      finish: (context, conversationId, result) =>
        attempt.finish(
          context,
          isRepeatable(result) ? null : JSON.stringify(respond(conversationId, result)),
        ),
    }
  );
}

function startFirst(
  deps: Deps,
  call: ChatCall,
  keyed?: KeyedReply,
  client = abortSignalOf(call.response),
): Promise<Reply> {
  // With the request id in the reply's log line.
  const runtime = { ...deps.chat, log: call.response.locals.log };
  return startReply(runtime, replyRequestOf(call), client, keyed);
}

async function replyAsStream(deps: Deps, call: ChatCall): Promise<undefined> {
  const request = repeatableRequestOf(call);
  const id = repetitionId(request);
  if (id === undefined) return sendStream(deps, call, await startFirst(deps, call));
  const reader = abortSignalOf(call.response);
  const run = (source: ReplySource): Promise<void> => runKeyed(deps, call, request, source);
  const { events, ...stream } = await deps.chat.joinable.open(id, reader, run);
  return sendStream(deps, call, { ...stream, events: withTerminalEvent(events) });
}

/** Runs the reply to a request with an Idempotency-Key, or replays it. */
async function runKeyed(
  deps: Deps,
  call: ChatCall,
  request: RepeatableRequest,
  source: ReplySource,
): Promise<void> {
  const begun = await beginIdempotent(deps, request);
  if (begun.type === 'replay') {
    // Stored below.
    return source.forward(JSON.parse(begun.response) as RecordedReply);
  }
  const { attempt } = begun;
  const respond: Respond = (conversationId, result) => recordedReply(conversationId, source.events, result);
  try {
    await source.forward(await startFirst(deps, call, keyedReply(attempt, respond), source.abandoned));
  } finally {
    await attempt?.end();
  }
}

async function sendStream(
  { config, chat }: Deps,
  { response }: ChatCall,
  { conversationId, events, ...reply }: ReplyStream,
): Promise<undefined> {
  response.set('X-Conversation-Id', conversationId);
  const checked = config.validateResponses ? validateEvents(events) : events;
  await sendEvents(response, checked, { ...reply, limits: chat.limits });
  return undefined;
}

function repeatableRequestOf({ store, body, request, visitor }: ChatCall): RepeatableRequest {
  const key = request.get('Idempotency-Key');
  // Never replay the reply of another visitor: the keys of each are separate. Replies are stored as the visitor sees
  // them; `streamAgentChat vis_...` named those that earlier versions stored in full.
  const operation =
    visitor === undefined ? 'streamAgentChat' : `streamAgentChat for ${visitor.visitor.visitorId}`;
  return { store, operation, key, body };
}

function replyRequestOf({ store, body, request, visitor }: ChatCall): ReplyRequest {
  const page = parsePageContext(request.get('X-Page-Context'));
  // A visitor's token is valid for one agent (decision 0016).
  if (visitor !== undefined && visitor.chatbot.agent_id !== body.agent_id) {
    throw new ServiceError('not_found', 'agent not found');
  }
  return {
    storeId: store.id,
    agentId: body.agent_id,
    message: body.message,
    conversationId: body.conversation_id,
    visitor: replyVisitor({ visitor }),
    channel: visitor === undefined ? 'api' : 'widget',
    chatbotId: visitor?.chatbot.id ?? null,
    isTest: false,
    page,
  };
}

function replyVisitor({ visitor }: Pick<ChatCall, 'visitor'>): ReplyVisitor | null {
  return visitor === undefined
    ? null
    : { id: visitor.visitor.visitorId, imageHosts: visitor.chatbot.image_hosts };
}
