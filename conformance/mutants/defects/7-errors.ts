import { beforeOperation, onErrorResponses, onStatus } from '../changes/changes.ts';
import { errorStatuses, isAnonymous, isUnstreamed, opensOperation } from '../changes/requests.ts';
import { odd } from '../conforming/odd.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { encodeAsData } from '../server/chat-reply.ts';
import type { Change } from '../server/deployment.ts';
import { bytes, textResponse } from '../server/responses.ts';

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

/** Mutants of section 7 of the source. */
export const errorsMutants: readonly Mutant[] = [
  ...mutantsOf({
    'R-7-02 auth/writes-need-a-key chat-401-after-stream-began': asEvent(401),
    'R-7-03 chat-stream/unknown-agent chat-unknown-agent-as-500': onStatus('streamAgentChat', 404, 500),
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
    'R-7-12 auth/reads-need-a-key auth-list-isAnonymous': opensOperation('listAgents', isAnonymous),
    'R-7-13 errors/bodies error-of-chat-as-event': onErrorResponses(errorStatuses, (response, { path }) =>
      path === '/api/agents/chat/stream'
        ? textResponse(response.status, 'text/event-stream', 'data: {"type":"error"}\n\n')
        : response,
    ),
  }),
];
