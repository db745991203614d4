import type { Call, Change, JsonObject, OperationName } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { bytes, changeJson, isObject, textResponse, without } from '../server/responses.ts';
import { beforeOperation, onEvents, onListed, onOperation, onStored, onSuccess } from './changes.ts';

/** Fails on valid creates. */
function failsOnCreate(when: (body: JsonObject, config: JsonObject) => boolean): Change {
  return (base) =>
    beforeOperation('createAgent', (call) => {
      if (base.validateCreate(call.body) !== undefined) return undefined;
      const body = call.body as JsonObject;
      return when(body, body['config'] as JsonObject)
        ? call.deployment.errorResponse(500, 'internal server error')
        : undefined;
    })(base);
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

/** Changes every nth successful response of an operation. */
function onEvery(
  nth: number,
  name: OperationName,
  change: (body: JsonObject, call: Call) => unknown,
): Change {
  return onSuccess(name, (body, call) =>
    call.state.nextNumber(`mutant ${name}`) % nth === 0 ? change(body, call) : body,
  );
}

/** Changes a stored agent when someone talks to it. */
function onTalkedTo(change: (agent: JsonObject) => JsonObject): Change {
  return onEvents((events, { agent, call }) => {
    const at = call.store.agents.findIndex(({ id }) => id === agent['id']);
    if (at !== -1) call.store.agents[at] = change(agent);
    return events;
  });
}

const check = 'responses/every-response';

/** A valid request that is rejected with a 5xx, which a check of other things could take for a limit. */
const serverErrors: readonly Mutant[] = [
  ...mutantsOf('R-4.3-10', 'agents/keeps-text', {
    'create-500-for-astral-characters': failsOnCreate(({ name }) =>
      /[\u{10000}-\u{10FFFF}]/u.test(String(name)),
    ),
    'create-500-for-quotes': failsOnCreate((_body, { system_prompt }) => /''/.test(String(system_prompt))),
    'create-500-for-a-long-prompt': failsOnCreate(
      (_body, config) => lengthOf(config['system_prompt']) > 16_000,
    ),
    'create-500-for-a-long-description': failsOnCreate(({ description }) => lengthOf(description) > 1000),
    'create-500-for-a-slash-in-the-model': failsOnCreate((_body, { model_id }) =>
      String(model_id).includes('/'),
    ),
  }),
  ...mutantsOf('R-4.3-10', 'agents/keeps-numbers', {
    'create-500-for-tokens-beyond-31-bits': failsOnCreate(
      (_body, config) => Number(config['max_tokens']) >= 2 ** 31,
    ),
    'create-500-for-temperature-zero': failsOnCreate((_body, { temperature }) => temperature === 0),
  }),
  ...mutantsOf('R-4.3-10', check, {
    'create-500-for-another-type': failsOnCreate(
      ({ type }) => !/^(customer_support|product_)/.test(String(type)),
    ),
    'create-500-for-a-long-type': failsOnCreate(({ type }) => lengthOf(type) > 60),
    'create-500-for-a-disabled-tool': failsOnCreate((_body, { mcp_capabilities: items }) =>
      JSON.stringify(items ?? []).includes('"enabled":false'),
    ),
  }),
  ...mutantsOf('R-4.2-06', check, {
    'list-500-with-60-agents': beforeOperation('listAgents', ({ store, deployment }) =>
      store.agents.length > 60 ? deployment.errorResponse(500, 'internal server error') : undefined,
    ),
    'list-truncated-and-reset': onOperation('listAgents', (response, { store }) =>
      store.agents.length > 20 ? { ...response, frames: [...response.frames, { type: 'reset' }] } : response,
    ),
  }),
  ...mutantsOf('R-4.4-04', check, {
    'widget-500-after-an-unknown-one': (base) => ({
      findChatbot: (id, call) => {
        const found = base.findChatbot(id, call);
        if (found === undefined) call.state.nextNumber('unknown chatbot');
        return found;
      },
      ...onOperation('getWidgetConfig', (response, { state, deployment }) =>
        response.status === 200 && state.nextNumber('unknown chatbot') > 3
          ? deployment.errorResponse(500, 'null is no chatbot')
          : response,
      )(base),
    }),
  }),
];

/** What only shows over the whole run, or in a response that its check does not look at. */
const overTheRun: readonly Mutant[] = [
  ...mutantsOf('R-2.1-01', check, {
    'agent-ids-of-one-byte': (base) => ({
      newId: (kind, count) => base.newId(kind, kind === 'agent' ? count % 64 : count),
      newAgent: (input, call) => {
        const agent = base.newAgent(input, call);
        const { agents } = call.store;
        const at = agents.findIndex(({ id }) => id === agent['id']);
        if (at !== -1) agents.splice(at, 1);
        return agent;
      },
    }),
    'agent-id-of-its-name': onStored((agent) => ({
      ...agent,
      id: `agt_${Buffer.from(String(agent['name'])).toString('hex').slice(-12)}`,
    })),
  }),
  ...mutantsOf('R-4.1-19', check, {
    'conversation-ids-of-four-bits': (base) => ({
      newId: (kind, count) => base.newId(kind, kind === 'conversation' ? count % 16 : count),
    }),
  }),
  ...mutantsOf('R-4.2-07', check, {
    'message-touches-updated-at': onTalkedTo((agent) => ({ ...agent, updated_at: '2030-01-01T00:00:00Z' })),
    'message-sets-max-tokens': onTalkedTo((agent) => ({
      ...agent,
      config: { ...(agent['config'] as JsonObject), max_tokens: 512 },
    })),
    'message-removes-capabilities': onTalkedTo((agent) => ({
      ...agent,
      config: without(agent['config'] as JsonObject, 'mcp_capabilities'),
    })),
    'old-agents-lose-their-description': onListed((agent, { store }) =>
      store.agents.findIndex(({ id }) => id === agent['id']) < store.agents.length - 50
        ? { ...agent, description: '' }
        : agent,
    ),
  }),
  ...mutantsOf('R-4.2-02', check, {
    'oldest-agents-evicted': (base) => ({
      newAgent: (input, call) => {
        if (call.store.agents.length >= 90) call.store.agents.splice(1, 1);
        return base.newAgent(input, call);
      },
    }),
    'message-hides-its-agent': onTalkedTo((agent) =>
      agent['type'] === 'x' ? agent : { ...agent, id: 'gone' },
    ),
  }),
  ...mutantsOf('R-4.3-02', check, {
    'create-without-config-every-25th-time': onEvery(25, 'createAgent', (agent) => without(agent, 'config')),
    'create-wrapped-every-20th-time': onEvery(20, 'createAgent', (agent) => ({ agent })),
  }),
  ...mutantsOf('R-2.1-10', check, {
    'created-at-of-february-30': onEvery(15, 'createAgent', (agent) => ({
      ...agent,
      created_at: '2026-02-30T10:00:00Z',
      updated_at: '2026-02-30T10:00:00Z',
    })),
  }),
  ...mutantsOf('R-4.2-04', check, {
    'list-without-config-every-12th-time': onEvery(12, 'listAgents', (body) => ({
      agents: (body['agents'] as JsonObject[]).map((agent) => without(agent, 'config')),
    })),
  }),
  ...mutantsOf('R-4.2-01', check, {
    'list-of-ids-with-80-agents': onSuccess('listAgents', (body, { store }) =>
      store.agents.length > 80 ? { agents: Object.fromEntries(Object.entries(body)) } : body,
    ),
  }),
  ...mutantsOf('R-4.2-03', check, {
    'list-of-another-store-every-third-time': (base) => ({
      showListed: (agents, call) => {
        const other = call.state.stores.find((store) => store !== call.store);
        const isForeign = call.state.nextNumber('list') % 3 === 0 && other !== undefined;
        return base.showListed(isForeign ? [...agents, ...other.agents] : agents, call);
      },
    }),
  }),
  ...mutantsOf('R-4.4-01', check, {
    'widget-empty-every-3rd-time': onEvery(3, 'getWidgetConfig', () => ({})),
  }),
  ...mutantsOf('R-6-09', check, {
    'reply-without-end-every-13th-time': onEvents((events, { call }) =>
      call.state.nextNumber('mutant reply') % 13 === 0 ? events.slice(0, -1) : events,
    ),
  }),
  ...mutantsOf('R-1-08', check, {
    'reply-as-text-every-11th-time': onOperation('streamAgentChat', (response, { state }) =>
      response.status === 200 && state.nextNumber('mutant reply') % 11 === 0
        ? textResponse(200, 'text/plain', 'Hello')
        : response,
    ),
    'reply-ends-with-done-every-7th-time': onOperation('streamAgentChat', (response, { state }) =>
      response.status === 200 && state.nextNumber('mutant reply') % 7 === 0
        ? { ...response, frames: [...response.frames, bytes('data: [DONE]\n\n')] }
        : response,
    ),
  }),
  ...mutantsOf('R-2.5-01', 'json/malformed-creates', {
    'error-empty-after-15-requests': (base) => ({
      finish: (response, request, call) => {
        const finished = base.finish(response, request, call);
        const isLate = call !== undefined && call.state.nextNumber('mutant request') > 15;
        return isLate && finished.status === 400 ? { ...finished, frames: [bytes('{}')] } : finished;
      },
    }),
  }),
  ...mutantsOf('R-2.5-03', check, {
    'error-status-of-another-operation': (base) => ({
      finish: (response, request, call) => {
        const finished = base.finish(response, request, call);
        const isNear =
          call?.operation === 'streamAgentChat' && isObject(call.body) && 'conversation_id' in call.body;
        return isNear && finished.status === 404
          ? changeJson(finished, (body) => ({ ...body, status: 400 }))
          : finished;
      },
    }),
  }),
];

/** Defects that the response of a single check does not show, or that it could take for something else. */
export const responseMutants: readonly Mutant[] = [...serverErrors, ...overTheRun];
