import { allErrors, page } from '../changes/agents.ts';
import { beforeOperation, onErrorResponses, onOperation, onStatus } from '../changes/changes.ts';
import { bodyOf } from '../changes/replies.ts';
import {
  errorStatuses,
  isAnonymous,
  isInherited,
  isUnstreamed,
  opensOperation,
  quoting,
  wholeText,
} from '../changes/requests.ts';
import { odd } from '../conforming/odd.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { encodeAsData } from '../server/chat-reply.ts';
import type { Call, Change, HttpResponse } from '../server/deployment.ts';
import { UnhandledFault } from '../server/read-json.ts';
import { bytes, isObject, textResponse } from '../server/responses.ts';

/** An error status of a message as an event of a stream that began with 200. */
function asEvent(status: number): Change {
  return onErrorResponses([status], (response, request) =>
    request.path.endsWith('/stream')
      ? {
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          frames: [
            { type: 'bytes', bytes: `data: ${JSON.stringify({ type: 'error', error: 'no', status })}\n\n` },
          ],
        }
      : response,
  );
}

const agentOfConversation: Change = (base) => ({
  findAgent: (id, call) => {
    const known = call.store.conversations.get(String(bodyOf(call)['conversation_id']));
    return base.findAgent(known?.agentId ?? id, call);
  },
});

const limitInStream: Change = () => ({
  around: (call, respond) => {
    const response = respond();
    if (call.operation !== 'streamAgentChat' || response.status !== 429) return response;
    const event = { type: 'error', error: 'rate limit exceeded', status: 429 };
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      frames: [bytes(encodeAsData(event))],
    };
  },
});

/** The limiter is in the way of streams alone. */
const unstreamedUnlimited: Change = (base) => ({
  counts: (call) => !isUnstreamed(call.body) && base.counts(call),
});

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const chatbotsInAnObject: Change = (base) => ({
  findChatbot: (id, call) => {
    if (isInherited(id)) throw new UnhandledFault('cannot read properties of undefined');
    return base.findChatbot(id, call);
  },
});

/** A 404 whose JSON is concatenated with the id. */
function echoed(response: HttpResponse, { body }: Call): HttpResponse {
  const id = isObject(body) ? String(body['agent_id']) : '';
  return response.status === 404
    ? { ...response, frames: [bytes(`{"error":"no agent ${id}","status":404}`)] }
    : response;
}

const lengthInCharacters: Change = (base) => ({
  ...quoting(base),
  errorResponse: (status, message, headers) => {
    const response = base.errorResponse(status, message, headers);
    const text = wholeText(response);
    // What is beyond the announced length does not reach the client.
    const sent = Buffer.from(text).subarray(0, text.length);
    return {
      ...response,
      headers: { ...response.headers, 'content-length': String(text.length) },
      frames: [bytes(sent)],
    };
  },
});

/** Mutants of section 7 of the source. */
export const errorsMutants: readonly Mutant[] = [
  ...mutantsOf({
    'R-7-02 auth/writes-need-a-key chat-401-after-stream-began': asEvent(401),
    'R-7-03 chat-stream/unknown-agent chat-unknown-agent-as-500': onStatus('streamAgentChat', 404, 500),
    'R-7-03 chat-stream/long-conversation follow-up-of-unknown-agent-200': agentOfConversation,
    'R-7-03 tenancy/foreign-agent chat-404-as-stream-for-unknown-agent': asEvent(404),
    'R-7-04 limits/free chat-limit-as-error-event': limitInStream,
    'R-7-04 limits/free limit-of-streams-alone': unstreamedUnlimited,
  }),
  ...mutantsOf({ 'R-7-04 limits/free limit-as-403': onStatus('streamAgentChat', 429, 403) }, { base: odd }),
  ...mutantsOf({
    'R-7-07 auth/writes-need-a-key auth-create-isAnonymous': opensOperation('createAgent', isAnonymous),
    'R-7-10 auth/reads-need-a-key auth-widget-isAnonymous': opensOperation('getWidgetConfig', isAnonymous),
    'R-7-10 widget/unknown-chatbot widget-500-for-a-percent-sign': beforeOperation(
      'getWidgetConfig',
      ({ request, deployment }) =>
        isPercentEncoded(request.query.get('chatbot_id') ?? '')
          ? undefined
          : deployment.errorResponse(500, 'URI malformed'),
    ),
    'R-7-10 widget/other-forms-of-id chatbots-in-an-object': chatbotsInAnObject,
    'R-7-10 widget/other-forms-of-id unknown-chatbot-as-default': (base) => ({
      findChatbot: (id, call) =>
        base.findChatbot(id, call) ?? (/^[0-9a-f-]{36}$/.test(id) ? call.store.chatbots[0] : undefined),
    }),
    'R-7-12 auth/reads-need-a-key auth-list-isAnonymous': opensOperation('listAgents', isAnonymous),
    'R-7-13 errors/bodies error-of-chat-as-event': onErrorResponses(errorStatuses, (response, { path }) =>
      path === '/api/agents/chat/stream'
        ? textResponse(response.status, 'text/event-stream', 'data: {"type":"error"}\n\n')
        : response,
    ),
    'R-7-13 errors/bodies chat-error-empty-for-event-stream-accept': onErrorResponses(
      allErrors,
      (response, { headers }) =>
        headers.accept === 'text/event-stream' ? { ...response, headers: {}, frames: [] } : response,
    ),
    'R-7-13 widget/other-forms-of-id malformed-percent-encoding-html': beforeOperation(
      'getWidgetConfig',
      ({ request, deployment }) =>
        request.query.get('chatbot_id')?.includes('\uFFFD') === true
          ? page(deployment.errorResponse(400, 'URI malformed'))
          : undefined,
    ),
    'R-7-13 chat-stream/unknown-agent error-echoes-id-unescaped': onOperation('streamAgentChat', echoed),
    'R-7-13 agents/wrong-values error-length-in-characters': lengthInCharacters,
  }),
];
