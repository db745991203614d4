import type { Change, Deployment, JsonObject } from '../server/deployment.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import { jsonResponse, without } from '../server/responses.ts';
import { beforeOperation, onCreated, onList, onListed, onOperation, onStored, onSuccess } from './changes.ts';

function updatedAt(valueOf: (now: number, base: Deployment) => unknown): Change {
  return (base) =>
    onStored((agent, call) => ({ ...agent, updated_at: valueOf(call.state.now(), base) }))(base);
}

function bothTimestamps(valueOf: (now: number) => unknown): Change {
  return onStored((agent, call) => {
    const at = valueOf(call.state.now());
    return { ...agent, created_at: at, updated_at: at };
  });
}

const timestamps: readonly Mutant[] = [
  ...mutantsOf('R-2.1-10', 'agents/create-and-list', {
    'created-at-missing': onStored((agent) => without(agent, 'created_at')),
    'created-at-camel-case': onStored(({ created_at, ...agent }) => ({ ...agent, createdAt: created_at })),
    'created-at-seconds': bothTimestamps((at) => Math.floor(at / 1000)),
    'created-at-http-date': bothTimestamps((at) => new Date(at).toUTCString()),
  }),
  ...mutantsOf('R-2.1-11', 'agents/create-and-list', {
    'updated-at-missing': onStored((agent) => without(agent, 'updated_at')),
    'updated-at-null': updatedAt(() => null),
    'updated-at-words': updatedAt(() => 'just now'),
  }),
  ...mutantsOf('R-2.1-12', 'agents/create-and-list', {
    'updated-at-later': updatedAt((at, base) => base.timestamp(at + 1000)),
    'updated-at-later-by-1-ms': updatedAt((at, base) => base.timestamp(at + 1)),
  }),
];

const ids: readonly Mutant[] = [
  ...mutantsOf('R-2.1-01', 'agents/keeps-text', {
    'id-missing': onStored((agent) => without(agent, 'id')),
    'id-number': (base) => ({
      newAgent: (input, call) => ({ ...base.newAgent(input, call), id: call.state.nextNumber('number') }),
      findAgent: (id, call) => call.store.agents.find((agent) => String(agent['id']) === String(id)),
    }),
    'id-duplicated': ({ newId }) => ({
      newId: (kind, count) => newId(kind, kind === 'agent' ? count - (count % 3) : count),
    }),
    'id-from-name': onStored((agent) => ({ ...agent, id: `agt_${String(agent['name']).length}` })),
  }),
  ...mutantsOf('R-4.2-02', 'agents/keeps-capabilities', {
    'id-differs-in-list': onCreated((agent) => ({ ...agent, id: `${String(agent['id'])}x` })),
  }),
];

const responses: readonly Mutant[] = [
  ...mutantsOf('R-4.3-02', 'agents/create-and-list', {
    'create-returns-id-only': onCreated((agent) => ({ id: agent['id'] })),
    'create-returns-no-config': onCreated((agent) => without(agent, 'config')),
    'create-wrapped': onSuccess('createAgent', (body) => ({ agent: body })),
    'create-returns-no-content': onOperation('createAgent', (response) =>
      response.status < 300 ? { ...response, status: 204, frames: [] } : response,
    ),
  }),
  ...mutantsOf('R-4.3-01', 'agents/create-and-list', {
    'create-missing': beforeOperation('createAgent', ({ deployment }) =>
      deployment.errorResponse(405, 'read only'),
    ),
  }),
  ...mutantsOf('R-4.3-05', 'agents/create-and-list', {
    'create-rejects-json': beforeOperation('createAgent', ({ deployment, request }) =>
      /json/.test(request.headers['content-type'] ?? '')
        ? deployment.errorResponse(415, 'send a form')
        : undefined,
    ),
  }),
  ...mutantsOf('R-4.3-04', 'agents/defaults', {
    'create-returns-sent-config': onStored((agent, call) => ({
      ...agent,
      config: (call.body as JsonObject)['config'],
    })),
  }),
  ...mutantsOf('R-4.2-01', 'agents/create-and-list', {
    'list-bare-array': onSuccess('listAgents', (body) => body['agents']),
    'list-other-key': onSuccess('listAgents', (body) => ({ data: body['agents'] })),
  }),
  ...mutantsOf('R-4.2-06', 'agents/create-and-list', {
    'list-missing': beforeOperation('listAgents', ({ deployment }) =>
      deployment.errorResponse(404, 'not found'),
    ),
  }),
  ...mutantsOf('R-4.3-10', 'agents/create-and-list', {
    'create-rejected': beforeOperation('createAgent', ({ deployment }) =>
      deployment.errorResponse(409, 'there is an agent already'),
    ),
  }),
  ...mutantsOf('R-1-10', 'chat-stream/missing-fields', {
    'api-without-prefix': ({ finish, errorResponse }) => ({
      finish: (response, request, call) =>
        finish(response.status === 401 ? response : errorResponse(404, 'moved to /agents'), request, call),
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
  ...mutantsOf('R-4.2-07', 'agents/keeps-capabilities', {
    'list-without-description': onListed((agent) => without(agent, 'description')),
    'list-stamped-now': onListed((agent, call) => ({
      ...agent,
      created_at: call.deployment.timestamp(call.state.now() + 60_000),
    })),
    'list-resets-temperature': onListed((agent) => ({
      ...agent,
      config: { ...(agent['config'] as JsonObject), temperature: 0.7 },
    })),
  }),
  ...mutantsOf('R-4.2-02', 'agents/keeps-capabilities', {
    'list-empty': onList(() => []),
    'list-omits-newest': onList((agents) => agents.slice(0, -1)),
    'list-only-seeded': onList((agents) => agents.slice(0, 1)),
  }),
  ...mutantsOf('R-4.2-07', 'agents/keeps-text', {
    'list-name-truncated': onListed((agent) => ({ ...agent, name: String(agent['name']).slice(0, 40) })),
  }),
  ...mutantsWith({ setup: { main: { seededAgents: 19 } } }, 'R-4.2-02', 'agents/keeps-capabilities', {
    'list-capped-at-20': onList((agents) => agents.slice(0, 20)),
  }),
  ...mutantsWith({ setup: { main: { seededAgents: 45 } } }, 'R-4.2-02', 'agents/keeps-text', {
    'list-newest-50': onList((agents) => agents.slice(-50)),
  }),
  ...mutantsWith({ setup: { main: { seededAgents: 95 } } }, 'R-4.2-02', 'agents/keeps-capabilities', {
    'list-first-100': onList((agents) => agents.slice(0, 100)),
  }),
  ...mutantsOf('R-4.2-02', 'agents/create-and-list', {
    'list-by-type': onList((agents) => agents.filter((agent) => agent['type'] === 'customer_support')),
  }),
  ...mutantsOf('R-2.1-01', 'agents/keeps-text', {
    'list-duplicates-agent': onList((agents) => [...agents, ...agents.slice(0, 1)]),
  }),
  ...mutantsOf('R-1-07', 'agents/create-and-list', {
    'list-as-text': onOperation('listAgents', (response) => ({
      ...response,
      headers: { 'content-type': 'text/plain' },
    })),
    'list-as-xml': onOperation('listAgents', (response) => ({
      ...jsonResponse(200, '<agents/>'),
      headers: { ...response.headers, 'content-type': 'application/xml' },
    })),
  }),
];

/** Defects of the responses of create and list: source 2.1, 4.2 and 4.3. */
export const agentResponseMutants: readonly Mutant[] = [...timestamps, ...ids, ...responses];
