import { firstAgentFor } from '../changes/agents.ts';
import { acceptChat, beforeOperation, onOperation, repaired } from '../changes/changes.ts';
import { isUnstreamed } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';
import { jsonResponse } from '../server/responses.ts';

/** The handler of replies that are not streamed leaves the status out. */
const unstreamedErrorAs200: Change = onOperation('streamAgentChat', (response, { body }) =>
  isUnstreamed(body) && response.status === 404 ? { ...response, status: 200 } : response,
);

/** Accepts a chat without the field; without `agent_id`, the first agent replies. */
function optional(name: string): Change {
  return (base) => ({
    ...acceptChat((body) => ({ [name]: 'x', ...body }))(base),
    findAgent: (id, call) => (id === undefined ? call.store.agents[0] : base.findAgent(id, call)),
  });
}

/** Accepts a chat whose field has another type. */
function ofAnyType(name: string, type: string, replacement: unknown): Change {
  return (base) => ({
    ...acceptChat((body) =>
      name in body ? { ...body, [name]: repaired(body[name], type, replacement) } : body,
    )(base),
    findAgent: (id, call) => (typeof id === 'string' ? base.findAgent(id, call) : call.store.agents[0]),
    findConversation: (id, agent, call) =>
      base.findConversation(typeof id === 'string' ? id : undefined, agent, call),
  });
}

/** Mutants of section 4.1 of the source. */
export const messagesMutants: readonly Mutant[] = mutantsOf({
  'R-4.1-01 chat-stream/hostile-message chat-missing': beforeOperation('streamAgentChat', ({ deployment }) =>
    deployment.errorResponse(405, 'not yet'),
  ),
  'R-4.1-02 chat-stream/hostile-message chat-rejects-json': beforeOperation(
    'streamAgentChat',
    ({ deployment, request }) =>
      /json/.test(request.headers['content-type'] ?? '')
        ? deployment.errorResponse(415, 'send a form')
        : undefined,
  ),
  'R-4.1-03 chat-stream/invalid-messages message-null-agent': firstAgentFor((id) => id === null),
  'R-4.1-03 chat-stream/unknown-agent unstreamed-404-as-200': unstreamedErrorAs200,
  'R-4.1-03 chat-stream/failing-agent chat-with-the-first-agent': (base) => ({
    findAgent: (id, call) => base.findAgent(id, call) && call.store.agents[0],
  }),
  'R-4.1-04 chat-stream/missing-fields chat-message-optional': optional('message'),
  'R-4.1-04 chat-stream/invalid-messages message-null-as-text': acceptChat((body) =>
    body['message'] === null ? { ...body, message: 'null' } : body,
  ),
  'R-4.1-05 chat-stream/invalid-messages chat-conversation-of-any-type': ofAnyType(
    'conversation_id',
    'string',
    'x',
  ),
  'R-4.1-06 chat-stream/conversation chat-conversation-required': beforeOperation(
    'streamAgentChat',
    ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['conversation_id'] === undefined
        ? deployment.errorResponse(400, 'conversation_id is missing')
        : undefined,
  ),
  'R-4.1-07 chat-stream/invalid-messages chat-stream-of-any-type': ofAnyType('stream', 'boolean', true),
  'R-4.1-07 chat-stream/stream-field chat-stream-required': beforeOperation(
    'streamAgentChat',
    ({ body, deployment }) =>
      (body as JsonObject | undefined)?.['stream'] === undefined
        ? deployment.errorResponse(400, 'stream is missing')
        : undefined,
  ),
  'R-4.1-07 chat-stream/stream-field chat-stream-false-by-default': beforeOperation(
    'streamAgentChat',
    ({ body, deployment }) =>
      deployment.validateChat(body) === undefined && (body as JsonObject)['stream'] === undefined
        ? jsonResponse(200, { conversation_id: 'c1', content: 'Hello', tool_calls: [] })
        : undefined,
  ),
});
