import { onErrorResponses, onStatus, acceptCreate, rejectCalls } from '../changes/changes.ts';
import {
  errorStatuses,
  isAnonymous,
  isUnstreamed,
  opensOperation,
  failsOnChat,
  firstLanguage,
  isForeign,
} from '../changes/requests.ts';
import { odd } from '../conforming/odd.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { encodeAsData } from '../server/chat-reply.ts';
import type { Change } from '../server/deployment.ts';
import { bytes, textResponse, isObject } from '../server/responses.ts';
import { repairs, someConfig } from '../changes/agents.ts';

/** An error status of a message as an event of a stream that began with 200. */
function asEvent(status: number): Change {
  return onErrorResponses([status], (response, request) =>
    request.path.endsWith('/stream')
      ? {
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          frames: [bytes(encodeAsData({ type: 'error', error: 'no', status }))],
        }
      : response,
  );
}

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

const longNameFails: Change = rejectCalls('createAgent', 500, ({ body }) => {
  const name = isObject(body) ? body['name'] : undefined;
  return typeof name === 'string' && name.length > 255;
});

const validatorsByType = acceptCreate((body) =>
  typeof body['type'] !== 'string' || knownTypes.includes(body['type']) || !isObject(body['config'])
    ? body
    : { ...body, config: someConfig },
);

const knownTypes = ['customer_support', 'product_recommendation'];

/** The error handler fails where a message has no translation. */
const errorWithoutTranslation: Change = (base) =>
  onErrorResponses([400, 404], (response, request) =>
    isForeign(firstLanguage(request)) ? base.errorResponse(500, 'no translation') : response,
  )(base);

/** Mutants of section 7 of the source. */
export const errorsMutants: readonly Mutant[] = mutantsOf({
  'R-7-02 auth/writes-need-a-key chat-401-after-stream-began': asEvent(401),
  'R-7-03 chat-stream/unknown-agent chat-unknown-agent-as-500': onStatus('streamAgentChat', 404, 500),
  'R-7-03 tenancy/foreign-agent chat-404-as-stream-for-unknown-agent': asEvent(404),
  'R-7-04 limits/free chat-limit-as-error-event': asEvent(429),
  'R-7-04 limits/free limit-of-streams-alone': unstreamedUnlimited,
  'R-7-04 limits/free limit-as-403': { apply: onStatus('streamAgentChat', 429, 403), base: odd },
  'R-7-07 auth/writes-need-a-key auth-create-keyless': opensOperation('createAgent', isAnonymous),
  'R-7-10 auth/reads-need-a-key auth-widget-keyless': opensOperation('getWidgetConfig', isAnonymous),
  'R-7-10 widget/unknown-chatbot widget-500-for-a-percent-sign': rejectCalls(
    'getWidgetConfig',
    500,
    ({ request }) => !isPercentEncoded(request.query.get('chatbot_id') ?? ''),
  ),
  'R-7-12 auth/reads-need-a-key auth-list-keyless': opensOperation('listAgents', isAnonymous),
  'R-7-13 errors/bodies error-of-chat-as-event': onErrorResponses(errorStatuses, (response, { path }) =>
    path === '/api/agents/chat/stream'
      ? textResponse(response.status, 'text/event-stream', 'data: {"type":"error"}\n\n')
      : response,
  ),
  'R-7-01 chat-stream/invalid-messages chat-body-in-query': (base) => ({
    readJson: (request) => {
      const body = base.readJson(request);
      const { path, query } = request;
      return path.endsWith('/stream') && isObject(body) ? { ...Object.fromEntries(query), ...body } : body;
    },
  }),
  'R-7-01 json/messages chat-null-conversation-500': failsOnChat(({ conversation_id: id }) => id === null),
  'R-7-06 agents/open-points name-beyond-its-column-500': longNameFails,
  'R-7-06 agents/required-fields error-as-200': onErrorResponses([400], (response) => ({
    ...response,
    status: 200,
  })),
  'R-7-06 agents/malformed-bodies create-invalid-as-500': onStatus('createAgent', 400, 500),
  'R-7-06 json/malformed-creates jackson-control-characters-accepted': repairs((text) =>
    text.replaceAll('\t', '\\t'),
  ),
  'R-7-06 agents/wrong-values validation-only-of-known-types': validatorsByType,
  'R-7-06 agents/wrong-values array-of-one-agent-creates-it': (base) => ({
    readJson: (request) => {
      const body = base.readJson(request);
      const isOne = request.path === '/api/agents' && Array.isArray(body) && body.length === 1;
      return isOne ? (body as unknown[])[0] : body;
    },
  }),
  'R-7-06 errors/bodies error-without-translation': errorWithoutTranslation,
  'R-7-09 widget/missing-chatbot-id widget-parameter-missing-as-500': onStatus('getWidgetConfig', 400, 500),
});
