import type { Change, Incoming, JsonObject, Reply } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
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
  {
    id: 'error-renamed',
    clause: 'R-2.5-01',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => ({ message: body['error'], status: body['status'] })),
  },
  {
    id: 'error-object',
    clause: 'R-2.5-01',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => ({ ...body, error: { message: body['error'] } })),
  },
  {
    id: 'error-code',
    clause: 'R-2.5-01',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => ({ ...body, error: 1042 })),
  },
  {
    id: 'error-status-lost',
    clause: 'R-2.5-02',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => without(body, 'status')),
  },
  {
    id: 'error-status-text',
    clause: 'R-2.5-02',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => ({ ...body, status: String(body['status']) })),
  },
  {
    id: 'error-status-word',
    clause: 'R-2.5-02',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => ({ ...body, status: 'error' })),
  },
  {
    id: 'error-status-500',
    clause: 'R-2.5-03',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => ({ ...body, status: 500 })),
  },
  {
    id: 'error-status-of-404-is-400',
    clause: 'R-2.5-03',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => ({ ...body, status: 400 }), [404]),
  },
  {
    id: 'error-status-of-401-lost',
    clause: 'R-2.5-02',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => without(body, 'status'), [401]),
  },
  {
    id: 'error-wrapped',
    clause: 'R-2.5-01',
    killedBy: ['errors/bodies'],
    apply: onBodies((body) => ({ errors: [body] })),
  },
  {
    id: 'error-html',
    clause: 'R-7-13',
    killedBy: ['agents/malformed-bodies'],
    apply: onRefusals([400, 404], (reply) => textReply(reply.status, 'text/html', '<h1>Bad request</h1>')),
  },
  {
    id: 'error-html-for-401',
    clause: 'R-1-07',
    killedBy: ['errors/bodies'],
    apply: onRefusals([401], (reply) => textReply(reply.status, 'text/html', '<h1>Who are you?</h1>')),
  },
  {
    id: 'error-json-as-html',
    clause: 'R-1-07',
    killedBy: ['errors/bodies'],
    apply: onRefusals(everyStatus, (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/html' },
    })),
  },
  {
    id: 'error-empty',
    clause: 'R-7-13',
    killedBy: ['errors/bodies'],
    apply: onRefusals([404], (reply) => ({ ...reply, headers: {}, frames: [] })),
  },
  {
    id: 'error-as-200',
    clause: 'R-7-06',
    killedBy: ['agents/malformed-bodies'],
    apply: onRefusals([400], (reply) => ({ ...reply, status: 200 })),
  },
  {
    id: 'error-of-chat-as-event',
    clause: 'R-7-13',
    killedBy: ['errors/bodies'],
    apply: at('/api/agents/chat/stream', (reply) => ({
      ...reply,
      headers: { 'content-type': 'text/event-stream' },
      frames: [{ type: 'bytes', bytes: 'data: {"type":"error"}\n\n' }],
    })),
  },
  {
    id: 'create-invalid-as-422',
    clause: 'R-7-06',
    killedBy: ['agents/malformed-bodies'],
    apply: onStatus('POST', '/api/agents', 400, 422),
  },
  {
    id: 'create-invalid-as-500',
    clause: 'R-7-06',
    killedBy: ['agents/malformed-bodies'],
    apply: onStatus('POST', '/api/agents', 400, 500),
  },
  {
    id: 'create-broken-json-as-500',
    clause: 'R-7-06',
    killedBy: ['agents/malformed-bodies'],
    apply: beforeOperation('createAgent', ({ body, deployment }) =>
      body === undefined ? deployment.refuse(500, 'Unexpected token') : undefined,
    ),
  },
  {
    id: 'create-null-as-500',
    clause: 'R-7-06',
    killedBy: ['agents/malformed-bodies'],
    apply: beforeOperation('createAgent', ({ body, deployment }) =>
      body === null || Array.isArray(body) ? deployment.refuse(500, 'cannot read a property') : undefined,
    ),
  },
  {
    id: 'widget-parameter-missing-as-404',
    clause: 'R-7-09',
    killedBy: ['widget/missing-chatbot-id'],
    apply: onStatus('GET', '/api/widget/config', 400, 404),
  },
  {
    id: 'widget-parameter-missing-as-500',
    clause: 'R-7-09',
    killedBy: ['widget/missing-chatbot-id'],
    apply: onStatus('GET', '/api/widget/config', 400, 500),
  },
  {
    id: 'widget-unknown-as-400',
    clause: 'R-7-10',
    killedBy: ['tenancy/foreign-chatbot'],
    apply: onStatus('GET', '/api/widget/config', 404, 400),
  },
  {
    id: 'widget-unknown-as-500',
    clause: 'R-7-10',
    killedBy: ['tenancy/foreign-chatbot'],
    apply: onStatus('GET', '/api/widget/config', 404, 500),
  },
];
