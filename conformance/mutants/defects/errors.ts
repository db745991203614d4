import type { Change, Incoming, JsonObject, Reply } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { changeJson, textReply, without } from '../server/replies.ts';
import { beforeOperation, onRefusals, onStatus } from './changes.ts';

const everyStatus = [400, 401, 403, 404, 429];

function onBodies(change: (body: JsonObject) => unknown, statuses: readonly number[] = everyStatus): Change {
  return onRefusals(statuses, (reply) => changeJson(reply, change));
}

/** Changes refusals of some statuses, on one path only. */
function at(path: string, change: (reply: Reply, incoming: Incoming) => Reply): Change {
  return onRefusals(everyStatus, (reply, incoming) =>
    incoming.path === path ? change(reply, incoming) : reply,
  );
}

/** Defects of source 2.5 and 7. */
export const errorMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.5-01', 'errors/bodies', {
    'error-renamed': onBodies((body) => ({ message: body['error'], status: body['status'] })),
    'error-object': onBodies((body) => ({ ...body, error: { message: body['error'] } })),
    'error-code': onBodies((body) => ({ ...body, error: 1042 })),
    'error-wrapped': onBodies((body) => ({ errors: [body] })),
  }),
  ...mutantsOf('R-2.5-02', 'errors/bodies', {
    'error-status-lost': onBodies((body) => without(body, 'status')),
    'error-status-text': onBodies((body) => ({ ...body, status: String(body['status']) })),
    'error-status-word': onBodies((body) => ({ ...body, status: 'error' })),
    'error-status-of-401-lost': onBodies((body) => without(body, 'status'), [401]),
  }),
  ...mutantsOf('R-2.5-03', 'errors/bodies', {
    'error-status-500': onBodies((body) => ({ ...body, status: 500 })),
    'error-status-of-404-is-400': onBodies((body) => ({ ...body, status: 400 }), [404]),
  }),
  ...mutantsOf('R-7-13', 'agents/malformed-bodies', {
    'error-html': onRefusals([400, 404], (reply) =>
      textReply(reply.status, 'text/html', '<h1>Bad request</h1>'),
    ),
  }),
  ...mutantsOf('R-1-07', 'errors/bodies', {
    'error-html-for-401': onRefusals([401], (reply) =>
      textReply(reply.status, 'text/html', '<h1>Who are you?</h1>'),
    ),
    'error-json-as-html': onRefusals(everyStatus, (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/html' },
    })),
  }),
  ...mutantsOf('R-7-13', 'errors/bodies', {
    'error-empty': onRefusals([404], (reply) => ({ ...reply, headers: {}, frames: [] })),
    'error-of-chat-as-event': at('/api/agents/chat/stream', (reply) => ({
      ...reply,
      headers: { 'content-type': 'text/event-stream' },
      frames: [{ type: 'bytes', bytes: 'data: {"type":"error"}\n\n' }],
    })),
  }),
  ...mutantsOf('R-7-06', 'agents/malformed-bodies', {
    'error-as-200': onRefusals([400], (reply) => ({ ...reply, status: 200 })),
    'create-invalid-as-422': onStatus('POST', '/api/agents', 400, 422),
    'create-invalid-as-500': onStatus('POST', '/api/agents', 400, 500),
    'create-broken-json-as-500': beforeOperation('createAgent', ({ body, deployment }) =>
      body === undefined ? deployment.refuse(500, 'Unexpected token') : undefined,
    ),
    'create-null-as-500': beforeOperation('createAgent', ({ body, deployment }) =>
      body === null || Array.isArray(body) ? deployment.refuse(500, 'cannot read a property') : undefined,
    ),
  }),
  ...mutantsOf('R-7-09', 'widget/missing-chatbot-id', {
    'widget-parameter-missing-as-404': onStatus('GET', '/api/widget/config', 400, 404),
    'widget-parameter-missing-as-500': onStatus('GET', '/api/widget/config', 400, 500),
  }),
  ...mutantsOf('R-7-10', 'tenancy/foreign-chatbot', {
    'widget-unknown-as-400': onStatus('GET', '/api/widget/config', 404, 400),
    'widget-unknown-as-500': onStatus('GET', '/api/widget/config', 404, 500),
  }),
];
