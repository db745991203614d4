import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Call, Change, HttpResponse, JsonObject, Store } from '../server/deployment.ts';
import { isObject } from '../server/responses.ts';
import { beforeOperation, onConfig, onList, onListed, onOperation, onStored, onSuccess } from './changes.ts';
import { overlap } from '../server/overlap.ts';

/** A migration that changed the agents of before. */
const inPercent: Change = (base) => {
  const created = new Set<unknown>();
  const change = onListed((agent) => {
    if (created.has(agent['id'])) return agent;
    const config = agent['config'] as JsonObject;
    return { ...agent, config: { ...config, temperature: 100 * Number(config['temperature']) } };
  });
  return {
    ...change(base),
    newAgent: (input, call) => {
      const agent = base.newAgent(input, call);
      created.add(agent['id']);
      return agent;
    },
  };
};

/** The last sent values are the defaults of the next create. */
const defaultsAssignedTo: Change = (base) => {
  const defaults: Record<string, unknown> = { temperature: 0.7, max_tokens: 4096 };
  return onConfig((_config, sent) => ({ ...Object.assign(defaults, sent) }))(base);
};

/** A decoder that fills one struct for all requests. */
const reusedStruct: Change = (base) => {
  let last: unknown;
  return onStored((agent) => {
    last = agent['description'] ?? last;
    return last === undefined ? agent : { ...agent, description: last };
  })(base);
};

/** A default list to which every create appends. */
const capabilitiesShared: Change = (base) => {
  const shared: unknown[] = [];
  return onConfig((config, sent) => {
    const items = sent['mcp_capabilities'];
    if (Array.isArray(items)) shared.push(...(items as unknown[]));
    return { ...config, mcp_capabilities: items ?? [...shared] };
  })(base);
};

/** Each of two workers caches the list of a store until its own next create. */
const cachedPerWorker: Change = (base) => {
  const lists = new Map<string, HttpResponse>();
  const keyOf = ({ request, store }: Call): string => `${request.connection % 2} ${store.name}`;
  return {
    operations: {
      ...base.operations,
      createAgent: (call) => {
        lists.delete(keyOf(call));
        return base.operations.createAgent(call);
      },
      listAgents: (call) => {
        const list = lists.get(keyOf(call)) ?? base.operations.listAgents(call);
        lists.set(keyOf(call), list);
        return list;
      },
    },
  };
};

/** Calls with the same key in flight share one response. */
function coalesced(operation: Call['operation'], keyOf: (call: Call) => string): Change {
  return () => {
    const inFlight = new Map<string, Promise<HttpResponse>>();
    return {
      around: async (call, respond) => {
        if (call.operation !== operation) return respond();
        const key = keyOf(call);
        const known = inFlight.get(key);
        if (known !== undefined) return known;
        const response = overlap().then(respond);
        inFlight.set(key, response);
        return response.finally(() => inFlight.delete(key));
      },
    };
  };
}

/** The store of the request that was authenticated last, read after a wait. */
const storeInGlobal: Change = (base) => {
  let current: Store | undefined;
  const withCurrent =
    (name: Call['operation']) =>
    (call: Call): HttpResponse =>
      base.operations[name]({ ...call, store: current ?? call.store });
  return {
    around: async (call, respond) => {
      current = call.store;
      await overlap();
      return respond();
    },
    operations: {
      listAgents: withCurrent('listAgents'),
      createAgent: withCurrent('createAgent'),
      streamAgentChat: withCurrent('streamAgentChat'),
      getWidgetConfig: withCurrent('getWidgetConfig'),
    },
  };
};

const seconds = (value: unknown): string => `${String(value).slice(0, 19)}Z`;

/** The digits of a created agent's milliseconds and more; those of seeded agents stay. */
const inDigits = (agent: JsonObject, digits: string): string =>
  String(agent['created_at']).replace('Z', `${digits}Z`);
const listed = (agent: JsonObject): string => String(agent['created_at']).replace(/4567Z$/, '457Z');

/** Rejects a create in the millisecond of another one. */
const uniqueMilliseconds: Change = (base) => {
  let last = 0;
  return beforeOperation('createAgent', ({ deployment }) => {
    const isSame = Date.now() === last;
    last = Date.now();
    return isSame ? deployment.errorResponse(409, 'created_at is taken') : undefined;
  })(base);
};

/** Each rejection keeps a connection of the database, of which there are 150. */
const leakingConnections: Change = (base) => {
  let leaked = 0;
  return {
    ...beforeOperation('createAgent', ({ deployment }) =>
      leaked > 150 ? deployment.errorResponse(500, 'no connection is free') : undefined,
    )(base),
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      if (call !== undefined && finished.status >= 400 && finished.status !== 429) leaked += 1;
      return finished;
    },
  };
};

/** Merges a config deeply, so that its __proto__ changes what all objects inherit. */
const defaultsOfPrototype: Change = (base) => {
  let inherited: unknown;
  return onConfig((config, sent) => {
    const own: unknown = Object.getOwnPropertyDescriptor(sent, '__proto__')?.value;
    if (isObject(own)) inherited = own['temperature'];
    return { ...config, temperature: sent['temperature'] ?? inherited ?? config['temperature'] };
  })(base);
};

const optional = ['temperature', 'max_tokens', 'mcp_capabilities'];

/** Defaults that are shared or incomplete, and lists that miss or mix agents: source 2.2, 4.2 and 4.3. */
export const defaultAndListMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.3-04', 'json/created-values', {
    'defaults-only-together': onConfig((config, sent) =>
      optional.some((name) => sent[name] !== undefined) ? { ...sent } : config,
    ),
    'defaults-assigned-to': defaultsAssignedTo,
    'defaults-of-a-changed-prototype': defaultsOfPrototype,
  }),
  ...mutantsOf('R-2.2-09', 'responses/every-response', {
    'capabilities-in-a-shared-default': capabilitiesShared,
  }),
  ...mutantsOf('R-2.2-08', 'responses/every-response', {
    'default-tokens-of-a-provider': onConfig((config, sent) =>
      sent['model_provider'] === 'provider_two' && sent['max_tokens'] === undefined
        ? { ...config, max_tokens: 8192 }
        : config,
    ),
  }),
  ...mutantsOf('R-4.2-07', 'agents/create-and-list', {
    // A time of a database has no zone, and fewer digits than one of the clock, to which it is rounded.
    'list-timestamps-without-zone': onListed((agent) => ({
      ...agent,
      created_at: String(agent['created_at']).replace('Z', ''),
      updated_at: String(agent['updated_at']).replace('Z', ''),
    })),
    'list-timestamps-rounded': (base) => ({
      ...onStored((agent) => ({
        ...agent,
        created_at: inDigits(agent, '4567'),
        updated_at: inDigits(agent, '4567'),
      }))(base),
      ...onListed((agent) => ({ ...agent, created_at: listed(agent), updated_at: listed(agent) }))(base),
    }),
    'list-timestamps-in-seconds': onListed((agent) => ({
      ...agent,
      created_at: seconds(agent['created_at']),
      updated_at: seconds(agent['updated_at']),
    })),
  }),
  ...mutantsOf('R-4.2-02', 'responses/every-response', {
    'list-joins-capabilities': onList((agents) =>
      agents.filter(({ config }) => {
        const items = (config as JsonObject)['mcp_capabilities'];
        return Array.isArray(items) && items.length > 0;
      }),
    ),
    'list-cached-per-worker': cachedPerWorker,
  }),
  ...mutantsOf('R-4.2-01', 'agents/stateful-model', {
    'list-of-one-as-object': onSuccess('listAgents', ({ agents, ...rest }) => {
      const items = agents as readonly unknown[];
      return { ...rest, agents: items.length === 1 ? items[0] : items };
    }),
  }),
  ...mutantsOf('R-4.2-03', 'agents/stateful-model', {
    'lists-coalesced-over-stores': coalesced('listAgents', () => 'list'),
  }),
  ...mutantsOf('R-5-14', 'agents/stateful-model', { 'store-in-a-global': storeInGlobal }),
  ...mutantsOf('R-2.2-07', 'responses/every-response', { 'migration-to-percent': inPercent }),
  ...mutantsOf('R-2.1-10', 'responses/every-response', {
    'month-in-place-of-minutes': (base) => ({
      timestamp: (milliseconds) =>
        base.timestamp(milliseconds).replace(/(-)(\d\d)(-\d\dT\d\d:)\d\d/, '$1$2$3$2'),
    }),
  }),
  ...mutantsOf('R-2.1-07', 'responses/every-response', { 'description-of-the-create-before': reusedStruct }),
  ...mutantsOf('R-4.3-01', 'responses/every-response', {
    'create-retried-every-10th-time': (base) => ({
      newAgent: (input, call) => {
        const agent = base.newAgent(input, call);
        const isRetried = call.state.nextNumber('create of the mutant') % 10 === 9;
        if (isRetried) call.store.agents.push({ ...agent, id: `${String(agent['id'])}b` });
        return agent;
      },
    }),
    'create-without-description-twice': (base) => ({
      newAgent: (input, call) => {
        const agent = base.newAgent(input, call);
        if (input['description'] === undefined)
          call.store.agents.push({ ...agent, id: `${String(agent['id'])}b` });
        return agent;
      },
    }),
    'identical-creates-coalesced': coalesced(
      'createAgent',
      ({ store, body }) => `${store.name} ${JSON.stringify(body)}`,
    ),
  }),
  ...mutantsOf('R-4.3-10', 'agents/combinations', { 'creates-in-one-millisecond': uniqueMilliseconds }),
  ...mutantsOf('R-4.3-10', 'responses/every-response', { 'rejections-leak-connections': leakingConnections }),
  ...mutantsOf('R-4.2-06', 'agents/keeps-text', {
    'list-content-length-in-characters': onOperation('listAgents', (response) => {
      const [frame] = response.frames;
      const length = frame?.type === 'bytes' ? frame.bytes.toString().length : 0;
      return { ...response, headers: { ...response.headers, 'content-length': String(length) } };
    }),
  }),
];
