import type { Change, Deployment, JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
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
  ...mutantsOf('R-2.1-10', 'agents/create-and-list', {
    'created-at-lost': onKept((agent) => without(agent, 'created_at')),
    'created-at-seconds': createdStamp((at) => Math.floor(at / 1000)),
    'created-at-http-date': createdStamp((at) => new Date(at).toUTCString()),
  }),
  ...mutantsOf('R-2.1-11', 'agents/create-and-list', {
    'updated-at-lost': onKept((agent) => without(agent, 'updated_at')),
    'updated-at-null': differentlyStamped(() => null),
    'updated-at-words': differentlyStamped(() => 'just now'),
  }),
  ...mutantsOf('R-2.1-12', 'agents/create-and-list', {
    'updated-at-later': differentlyStamped((at, base) => base.timestamp(at + 1000)),
    'updated-at-later-by-1-ms': differentlyStamped((at, base) => base.timestamp(at + 1)),
  }),
];

const ids: readonly Mutant[] = [
  ...mutantsOf('R-2.1-01', 'agents/keeps-text', {
    'id-lost': onKept((agent) => without(agent, 'id')),
    'id-number': (base) => ({
      newAgent: (input, call) => ({ ...base.newAgent(input, call), id: call.world.count('number') }),
      findAgent: (id, call) => call.store.agents.find((agent) => String(agent['id']) === String(id)),
    }),
    'id-repeated': ({ newId }) => ({
      newId: (kind, count) => newId(kind, kind === 'agent' ? count - (count % 3) : count),
    }),
    'id-from-name': onKept((agent) => ({ ...agent, id: `agt_${String(agent['name']).length}` })),
  }),
  ...mutantsOf('R-4.2-02', 'agents/keeps-capabilities', {
    'id-differs-in-list': onCreated((agent) => ({ ...agent, id: `${String(agent['id'])}x` })),
  }),
];

const answers: readonly Mutant[] = [
  ...mutantsOf('R-4.3-02', 'agents/create-and-list', {
    'create-answers-id-only': onCreated((agent) => ({ id: agent['id'] })),
    'create-answers-no-config': onCreated((agent) => without(agent, 'config')),
    'create-wrapped': onSuccess('createAgent', (body) => ({ agent: body })),
    'create-answers-nothing': onOperation('createAgent', (reply) =>
      reply.status < 300 ? { ...reply, status: 204, frames: [] } : reply,
    ),
  }),
  ...mutantsOf('R-4.3-01', 'agents/create-and-list', {
    'create-missing': beforeOperation('createAgent', ({ deployment }) => deployment.refuse(405, 'read only')),
  }),
  ...mutantsOf('R-4.3-05', 'agents/create-and-list', {
    'create-refuses-json': beforeOperation('createAgent', ({ deployment, incoming }) =>
      /json/.test(incoming.headers['content-type'] ?? '') ? deployment.refuse(415, 'send a form') : undefined,
    ),
  }),
  ...mutantsOf('R-4.3-04', 'agents/defaults', {
    'create-answers-sent-config': onKept((agent, call) => ({
      ...agent,
      config: (call.body as JsonObject)['config'],
    })),
  }),
  ...mutantsOf('R-4.2-01', 'agents/create-and-list', {
    'list-bare-array': onSuccess('listAgents', (body) => body['agents']),
    'list-other-key': onSuccess('listAgents', (body) => ({ data: body['agents'] })),
    'list-missing': beforeOperation('listAgents', ({ deployment }) => deployment.refuse(404, 'nothing here')),
  }),
  ...mutantsOf('R-1-10', 'chat-stream/missing-fields', {
    'api-without-prefix': ({ finish, refuse }) => ({
      finish: (reply, incoming, call) =>
        finish(reply.status === 401 ? reply : refuse(404, 'moved to /agents'), incoming, call),
    }),
  }),
  ...mutantsOf('R-4.2-04', 'agents/create-and-list', {
    'list-without-config': onListed((agent) => without(agent, 'config')),
    'list-without-type': onListed((agent) => without(agent, 'type')),
    'list-without-prompt': onListed((agent) => ({
      ...agent,
      config: without(agent['config'] as JsonObject, 'system_prompt'),
    })),
  }),
  ...mutantsOf('R-4.2-02', 'agents/keeps-capabilities', {
    'list-without-description': onListed((agent) => without(agent, 'description')),
    'list-stamped-now': onListed((agent, call) => ({
      ...agent,
      created_at: call.deployment.timestamp(call.world.now() + 60_000),
    })),
    'list-forgets-temperature': onListed((agent) => ({
      ...agent,
      config: { ...(agent['config'] as JsonObject), temperature: 0.7 },
    })),
    'list-empty': onList(() => []),
    'list-lags-by-one': onList((agents) => agents.slice(0, -1)),
    'list-only-seeded': onList((agents) => agents.slice(0, 1)),
  }),
  ...mutantsOf('R-4.2-02', 'agents/keeps-text', {
    'list-name-shortened': onListed((agent) => ({ ...agent, name: String(agent['name']).slice(0, 40) })),
  }),
  ...mutantsOf(
    'R-4.2-02',
    'agents/keeps-capabilities',
    {
      'list-capped-at-20': onList((agents) => agents.slice(0, 20)),
    },
    { circumstances: { main: { seededAgents: 19 } } },
  ),
  ...mutantsOf(
    'R-4.2-02',
    'agents/keeps-text',
    {
      'list-newest-50': onList((agents) => agents.slice(-50)),
    },
    { circumstances: { main: { seededAgents: 45 } } },
  ),
  ...mutantsOf(
    'R-4.2-02',
    'agents/keeps-capabilities',
    {
      'list-first-100': onList((agents) => agents.slice(0, 100)),
    },
    { circumstances: { main: { seededAgents: 95 } } },
  ),
  ...mutantsOf('R-4.2-02', 'agents/create-and-list', {
    'list-by-type': onList((agents) => agents.filter((agent) => agent['type'] === 'customer_support')),
  }),
  ...mutantsOf('R-2.1-01', 'agents/keeps-text', {
    'list-repeats': onList((agents) => [...agents, ...agents.slice(0, 1)]),
  }),
  ...mutantsOf('R-1-07', 'agents/create-and-list', {
    'list-as-text': onOperation('listAgents', (reply) => ({
      ...reply,
      headers: { 'content-type': 'text/plain' },
    })),
    'list-as-xml': onOperation('listAgents', (reply) => ({
      ...jsonReply(200, '<agents/>'),
      headers: { ...reply.headers, 'content-type': 'application/xml' },
    })),
  }),
];

/** Defects of the answer of a create and of the list. */
export const listingMutants: readonly Mutant[] = [...stamps, ...ids, ...answers];
