import type { Change, Deployment, JsonObject } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
import { jsonReply, without } from '../server/replies.ts';
import { beforeOperation, onCreated, onKept, onList, onListed, onOperation, onSuccess } from './changes.ts';

function differentlyStamped(change: (at: number, base: Deployment) => unknown): Change {
  return (base) => onKept((agent, call) => ({ ...agent, updated_at: change(call.world.now(), base) }))(base);
}

function createdStamp(stamp: (at: number) => unknown): Change {
  return onKept((agent, call) => {
    const at = stamp(call.world.now());
    return { ...agent, created_at: at, updated_at: at };
  });
}

const stamps: readonly Mutant[] = [
  {
    id: 'created-at-lost',
    clause: 'R-2.1-10',
    killedBy: ['agents/create-and-list'],
    apply: onKept((agent) => without(agent, 'created_at')),
  },
  {
    id: 'created-at-seconds',
    clause: 'R-2.1-10',
    killedBy: ['agents/create-and-list'],
    apply: createdStamp((at) => Math.floor(at / 1000)),
  },
  {
    id: 'created-at-http-date',
    clause: 'R-2.1-10',
    killedBy: ['agents/create-and-list'],
    apply: createdStamp((at) => new Date(at).toUTCString()),
  },
  {
    id: 'updated-at-lost',
    clause: 'R-2.1-11',
    killedBy: ['agents/create-and-list'],
    apply: onKept((agent) => without(agent, 'updated_at')),
  },
  {
    id: 'updated-at-null',
    clause: 'R-2.1-11',
    killedBy: ['agents/create-and-list'],
    apply: differentlyStamped(() => null),
  },
  {
    id: 'updated-at-words',
    clause: 'R-2.1-11',
    killedBy: ['agents/create-and-list'],
    apply: differentlyStamped(() => 'just now'),
  },
  {
    id: 'updated-at-later',
    clause: 'R-2.1-12',
    killedBy: ['agents/create-and-list'],
    apply: differentlyStamped((at, base) => base.timestamp(at + 1000)),
  },
  {
    id: 'updated-at-later-by-1-ms',
    clause: 'R-2.1-12',
    killedBy: ['agents/create-and-list'],
    apply: differentlyStamped((at, base) => base.timestamp(at + 1)),
  },
];

const ids: readonly Mutant[] = [
  {
    id: 'id-lost',
    clause: 'R-2.1-01',
    killedBy: ['agents/keeps-text'],
    apply: onKept((agent) => without(agent, 'id')),
  },
  {
    id: 'id-number',
    clause: 'R-2.1-01',
    killedBy: ['agents/keeps-text'],
    apply: (base) => ({
      newAgent: (input, call) => ({ ...base.newAgent(input, call), id: call.world.count('number') }),
      findAgent: (id, call) => call.store.agents.find((agent) => String(agent['id']) === String(id)),
    }),
  },
  {
    id: 'id-repeated',
    clause: 'R-2.1-01',
    killedBy: ['agents/keeps-text'],
    apply: ({ newId }) => ({
      newId: (kind, count) => newId(kind, kind === 'agent' ? count - (count % 3) : count),
    }),
  },
  {
    id: 'id-from-name',
    clause: 'R-2.1-01',
    killedBy: ['agents/keeps-text'],
    apply: onKept((agent) => ({ ...agent, id: `agt_${String(agent['name']).length}` })),
  },
  {
    id: 'id-differs-in-list',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-capabilities'],
    apply: onCreated((agent) => ({ ...agent, id: `${String(agent['id'])}x` })),
  },
];

const answers: readonly Mutant[] = [
  {
    id: 'create-answers-id-only',
    clause: 'R-4.3-02',
    killedBy: ['agents/create-and-list'],
    apply: onCreated((agent) => ({ id: agent['id'] })),
  },
  {
    id: 'create-answers-no-config',
    clause: 'R-4.3-02',
    killedBy: ['agents/create-and-list'],
    apply: onCreated((agent) => without(agent, 'config')),
  },
  {
    id: 'create-wrapped',
    clause: 'R-4.3-02',
    killedBy: ['agents/create-and-list'],
    apply: onSuccess('createAgent', (body) => ({ agent: body })),
  },
  {
    id: 'create-answers-nothing',
    clause: 'R-4.3-02',
    killedBy: ['agents/create-and-list'],
    apply: onOperation('createAgent', (reply) =>
      reply.status < 300 ? { ...reply, status: 204, frames: [] } : reply,
    ),
  },
  {
    id: 'create-missing',
    clause: 'R-4.3-01',
    killedBy: ['agents/create-and-list'],
    apply: beforeOperation('createAgent', ({ deployment }) => deployment.refuse(405, 'read only')),
  },
  {
    id: 'create-refuses-json',
    clause: 'R-4.3-05',
    killedBy: ['agents/create-and-list'],
    apply: beforeOperation('createAgent', ({ deployment, incoming }) =>
      /json/.test(incoming.headers['content-type'] ?? '') ? deployment.refuse(415, 'send a form') : undefined,
    ),
  },
  {
    id: 'create-answers-sent-config',
    clause: 'R-4.3-04',
    killedBy: ['agents/defaults'],
    apply: onKept((agent, call) => ({ ...agent, config: (call.body as JsonObject)['config'] })),
  },
  {
    id: 'list-bare-array',
    clause: 'R-4.2-01',
    killedBy: ['agents/create-and-list'],
    apply: onSuccess('listAgents', (body) => body['agents']),
  },
  {
    id: 'list-other-key',
    clause: 'R-4.2-01',
    killedBy: ['agents/create-and-list'],
    apply: onSuccess('listAgents', (body) => ({ data: body['agents'] })),
  },
  {
    id: 'list-missing',
    clause: 'R-4.2-01',
    killedBy: ['agents/create-and-list'],
    apply: beforeOperation('listAgents', ({ deployment }) => deployment.refuse(404, 'nothing here')),
  },
  {
    id: 'api-without-prefix',
    clause: 'R-1-10',
    killedBy: ['chat-stream/missing-fields'],
    apply: ({ finish, refuse }) => ({
      finish: (reply, incoming, call) =>
        finish(reply.status === 401 ? reply : refuse(404, 'moved to /agents'), incoming, call),
    }),
  },
  {
    id: 'list-without-config',
    clause: 'R-4.2-04',
    killedBy: ['agents/create-and-list'],
    apply: onListed((agent) => without(agent, 'config')),
  },
  {
    id: 'list-without-type',
    clause: 'R-4.2-04',
    killedBy: ['agents/create-and-list'],
    apply: onListed((agent) => without(agent, 'type')),
  },
  {
    id: 'list-without-prompt',
    clause: 'R-4.2-04',
    killedBy: ['agents/create-and-list'],
    apply: onListed((agent) => ({
      ...agent,
      config: without(agent['config'] as JsonObject, 'system_prompt'),
    })),
  },
  {
    id: 'list-without-description',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-capabilities'],
    apply: onListed((agent) => without(agent, 'description')),
  },
  {
    id: 'list-name-shortened',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-text'],
    apply: onListed((agent) => ({ ...agent, name: String(agent['name']).slice(0, 40) })),
  },
  {
    id: 'list-stamped-now',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-capabilities'],
    apply: onListed((agent, call) => ({
      ...agent,
      created_at: call.deployment.timestamp(call.world.now() + 60_000),
    })),
  },
  {
    id: 'list-forgets-temperature',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-capabilities'],
    apply: onListed((agent) => ({
      ...agent,
      config: { ...(agent['config'] as JsonObject), temperature: 0.7 },
    })),
  },
  { id: 'list-empty', clause: 'R-4.2-02', killedBy: ['agents/keeps-capabilities'], apply: onList(() => []) },
  {
    id: 'list-lags-by-one',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-capabilities'],
    apply: onList((agents) => agents.slice(0, -1)),
  },
  {
    id: 'list-only-seeded',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-capabilities'],
    apply: onList((agents) => agents.slice(0, 1)),
  },
  {
    id: 'list-capped-at-20',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-capabilities'],
    circumstances: { main: { seededAgents: 19 } },
    apply: onList((agents) => agents.slice(0, 20)),
  },
  {
    id: 'list-newest-50',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-text'],
    circumstances: { main: { seededAgents: 45 } },
    apply: onList((agents) => agents.slice(-50)),
  },
  {
    id: 'list-first-100',
    clause: 'R-4.2-02',
    killedBy: ['agents/keeps-capabilities'],
    circumstances: { main: { seededAgents: 95 } },
    apply: onList((agents) => agents.slice(0, 100)),
  },
  {
    id: 'list-by-type',
    clause: 'R-4.2-02',
    killedBy: ['agents/create-and-list'],
    apply: onList((agents) => agents.filter((agent) => agent['type'] === 'customer_support')),
  },
  {
    id: 'list-repeats',
    clause: 'R-2.1-01',
    killedBy: ['agents/keeps-text'],
    apply: onList((agents) => [...agents, ...agents.slice(0, 1)]),
  },
  {
    id: 'list-as-text',
    clause: 'R-1-07',
    killedBy: ['agents/create-and-list'],
    apply: onOperation('listAgents', (reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  },
  {
    id: 'list-as-xml',
    clause: 'R-1-07',
    killedBy: ['agents/create-and-list'],
    apply: onOperation('listAgents', (reply) => ({
      ...jsonReply(200, '<agents/>'),
      headers: { ...reply.headers, 'content-type': 'application/xml' },
    })),
  },
];

/** Defects of the answer of a create and of the list. */
export const listingMutants: readonly Mutant[] = [...stamps, ...ids, ...answers];
