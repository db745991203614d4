import { odd } from '../conforming/odd.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import type { Call, Change, HttpRequest, JsonObject, Store } from '../server/deployment.ts';
import { admitByLog, minuteMs } from '../server/limits.ts';
import { isObject } from '../server/responses.ts';
import { beforeOperation, onOperation } from './changes.ts';
import { overlap } from '../server/overlap.ts';

/** Decides about a create by a count that was read before other requests came in. */
const raceOfCreates: Change = ({ operations }) => {
  const counts = new WeakMap<Call, number>();
  return {
    around: async (call, respond) => {
      counts.set(call, call.store.agents.length);
      await overlap();
      return respond();
    },
    operations: {
      ...operations,
      createAgent: (call) => {
        const hasRoom = (counts.get(call) ?? 0) < call.store.agentLimit;
        const agentLimit = hasRoom ? Number.POSITIVE_INFINITY : 0;
        return operations.createAgent({ ...call, store: { ...call.store, agentLimit } });
      },
    },
  };
};

/** A limit of N for each value of something that a client chooses. */
function limitPer(valueOf: (request: HttpRequest) => unknown): Change {
  return (base) => {
    const logs = new Map<unknown, number[]>();
    return {
      admit: (call) => {
        const value = valueOf(call.request);
        const admissions = logs.get(`${call.store.key} ${String(value)}`) ?? [];
        logs.set(`${call.store.key} ${String(value)}`, admissions);
        return base.admit({ ...call, store: { ...call.store, admissions } });
      },
    };
  };
}

/** A part of the limit for each of two processes, to which connections are assigned in turn. */
const limitOfProcesses: Change = (base) => {
  const admissionsOf = new Map<string, number[]>();
  const processes = new Map<number, number>();
  return {
    admit: (call) => {
      const { store, request } = call;
      const number = processes.get(request.connection) ?? processes.size % 2;
      processes.set(request.connection, number);
      const process = `${store.key} ${number}`;
      const admissions = admissionsOf.get(process) ?? [];
      admissionsOf.set(process, admissions);
      const requestsPerMinute = Math.floor(store.requestsPerMinute / 2);
      return base.admit({ ...call, store: { ...store, admissions, requestsPerMinute } });
    },
  };
};

/** N in a window that is shorter than a minute; Retry-After says its end, or a minute. */
function window(windowMs: number, waitMs = windowMs): Change {
  return () => ({
    admit: ({ store, state }) => {
      const now = state.now();
      const { admissions } = store;
      while ((admissions[0] ?? now) <= now - windowMs) admissions.shift();
      if (admissions.length >= store.requestsPerMinute)
        return waitMs === windowMs ? (admissions[0] ?? now) + windowMs - now : waitMs;
      admissions.push(now);
      return undefined;
    },
  });
}

/** Another limit for a store once it has been at its limit. */
function afterTheFirst(limitOf: (limit: number) => number): Change {
  return () => {
    const reached = new Map<string, number>();
    const admit = admitByLog(({ store, state }) => {
      const at = reached.get(store.key);
      return at !== undefined && state.now() - at >= minuteMs
        ? limitOf(store.requestsPerMinute)
        : store.requestsPerMinute;
    });
    return {
      admit: (call) => {
        const waitMs = admit(call);
        if (waitMs !== undefined && !reached.has(call.store.key))
          reached.set(call.store.key, call.state.now());
        return waitMs;
      },
    };
  };
}

const raceOfRequests: Change = (base) => {
  const counts = new WeakMap<Call, number>();
  return {
    around: async (call, respond) => {
      const now = call.state.now();
      const { admissions } = call.store;
      counts.set(call, admissions.filter((at) => at > now - minuteMs).length);
      await overlap();
      return respond();
    },
    admit: (call) => {
      if ((counts.get(call) ?? 0) >= call.store.requestsPerMinute) return base.admit(call) ?? minuteMs;
      call.store.admissions.push(call.state.now());
      return undefined;
    },
  };
};

/** A count that is read from the database every 10 ms. */
const cachedCount: Change = (base) => {
  let readAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    operations: {
      ...base.operations,
      createAgent: (call) => {
        if (!Number.isFinite(call.store.agentLimit)) return base.operations.createAgent(call);
        if (performance.now() - readAt > 10) {
          readAt = performance.now();
          count = call.store.agents.length;
        }
        const agentLimit = count < call.store.agentLimit ? Number.POSITIVE_INFINITY : 0;
        return base.operations.createAgent({ ...call, store: { ...call.store, agentLimit } });
      },
    },
  };
};

function conversationIdOf({ body, operation }: Call): unknown {
  return operation === 'streamAgentChat' && isObject(body) ? body['conversation_id'] : undefined;
}

/** A lock of the conversation that is taken before the limit, and is not released by a 429. */
const lockedByLimit: Change = (base) => {
  const locked = new Set<unknown>();
  return {
    admit: (call) => {
      const waitMs = base.admit(call);
      const id = conversationIdOf(call);
      if (waitMs !== undefined && id !== undefined) locked.add(id);
      return waitMs;
    },
    ...beforeOperation('streamAgentChat', (call) =>
      locked.has(conversationIdOf(call))
        ? call.deployment.errorResponse(409, 'the conversation is busy')
        : undefined,
    )(base),
  };
};

/** The message is saved before the limit is asked. */
const savedBeforeLimit: Change = (base) => ({
  admit: (call) => {
    const waitMs = base.admit(call);
    const { message } = isObject(call.body) ? call.body : {};
    if (waitMs !== undefined)
      call.store.conversations.get(String(conversationIdOf(call)))?.messages.push(String(message));
    return waitMs;
  },
});

/** A create loads the plan anew, and with it the count of requests. */
const resetByCreate: Change = onOperation('createAgent', (response, { store }) => {
  if (response.status < 300) store.admissions.length = 0;
  return response;
});

/** Messages have a limit of their own, for each agent. */
const messagesByAgent: Change = (base) => {
  const logs = new Map<string, number[]>();
  return {
    admit: (call) => {
      if (call.operation !== 'streamAgentChat') return base.admit(call);
      const agent = isObject(call.body) ? call.body['agent_id'] : undefined;
      const key = `${call.store.key} ${String(agent)}`;
      const admissions = logs.get(key) ?? [];
      logs.set(key, admissions);
      return base.admit({ ...call, store: { ...call.store, admissions } });
    },
  };
};

/** The counts of two stores are kept. */
const countsOfTwoStores: Change = (base) => {
  const recent = new Set<Store>();
  return {
    admit: (call) => {
      recent.delete(call.store);
      recent.add(call.store);
      const [oldest] = recent;
      if (recent.size > 2 && oldest !== undefined) {
        recent.delete(oldest);
        oldest.admissions.length = 0;
      }
      return base.admit(call);
    },
  };
};

/** The agent limit counts the agents that are `counted`. */
function agentLimitOf(counted: (agents: readonly JsonObject[]) => number): Change {
  return ({ operations }) => ({
    operations: {
      ...operations,
      createAgent: (call) => {
        const isFull = counted(call.store.agents) >= call.store.agentLimit;
        const agentLimit = isFull ? 0 : Number.POSITIVE_INFINITY;
        return operations.createAgent({ ...call, store: { ...call.store, agentLimit } });
      },
    },
  });
}

const endsCounted: Change = (base) => ({
  admit: ({ store, state, operation }) => {
    const { admissions } = store;
    const now = state.now();
    const recent = admissions.filter((at) => at > now - minuteMs);
    admissions.splice(0, admissions.length, ...recent);
    if (admissions.length >= store.requestsPerMinute) return (admissions[0] ?? now) + minuteMs - now;
    if (operation !== 'streamAgentChat') admissions.push(now);
    return undefined;
  },
  framesOf: (events, turn) =>
    base.framesOf(events, turn).flatMap((frame) => [frame, { type: 'pause' } as const]),
  operations: {
    ...base.operations,
    streamAgentChat: (call) => {
      const now = call.state.now();
      const count = (): void => void call.store.admissions.push(now);
      const response = base.operations.streamAgentChat(call);
      if (response.status === 200) return { ...response, closed: count };
      count();
      return response;
    },
  },
});

const followUpsUncounted: Change = (base) => ({
  counts: (call) => {
    const id = isObject(call.body) ? String(call.body['conversation_id']) : '';
    return base.counts(call) && !(call.operation === 'streamAgentChat' && call.store.conversations.has(id));
  },
});

/** MCP knows no other rejection than that of the key. */
const keyRejectedAtLimit: Change = (base) => ({
  identifyMcp: (request, state) => {
    const store = base.identifyMcp(request, state);
    const since = state.now() - minuteMs;
    const admitted = store?.admissions.filter((at) => at > since).length ?? 0;
    return store !== undefined && admitted >= store.requestsPerMinute ? undefined : store;
  },
});

/** N in a window that begins anew with each request that is admitted, as the expiry of a counter in a cache may. */
const renewedExpiry: Change = () => ({
  admit: ({ store, state }) => {
    const now = state.now();
    const { admissions } = store;
    if ((admissions.at(-1) ?? now) <= now - minuteMs) admissions.length = 0;
    if (admissions.length >= store.requestsPerMinute) return (admissions.at(-1) ?? now) + minuteMs - now;
    admissions.push(now);
    return undefined;
  },
});

/** The handler of errors counts a request again. */
const errorsCountTwice: Change = ({ finish }) => ({
  finish: (response, request, call) => {
    if (response.status >= 400 && response.status !== 429) call?.store.admissions.push(call.state.now());
    return finish(response, request, call);
  },
});

const fullForAll: Change = beforeOperation('getWidgetConfig', ({ store, deployment }) =>
  store.agents.length >= store.agentLimit
    ? deployment.errorResponse(403, 'the agent limit of the plan is reached')
    : undefined,
);

/** Defects of limits that one burst does not show: source 8. */
export const moreLimitMutants: readonly Mutant[] = [
  ...mutantsOf('R-8-06', 'limits/again', {
    'limit-works-once': afterTheFirst(() => Number.POSITIVE_INFINITY),
    'limit-doubled-the-second-time': afterTheFirst((limit) => 2 * limit),
    'limit-race': raceOfRequests,
  }),
  ...mutantsOf('R-8-01', 'limits/steady-client', {
    'limit-expiry-renewed': renewedExpiry,
    'limit-window-of-two-minutes': window(2 * minuteMs, minuteMs),
    'limit-counts-errors-twice': errorsCountTwice,
  }),
  ...mutantsOf('R-4.1-10', 'limits/free', { 'conversation-locked-by-429': lockedByLimit }),
  ...mutantsOf('R-5-05', 'limits/free', { 'mcp-401-at-the-limit': keyRejectedAtLimit }),
  ...mutantsOf('R-8-06', 'limits/free', {
    'limit-does-not-count-follow-ups': followUpsUncounted,
    'limit-counts-messages-at-their-end': endsCounted,
    'limited-message-is-delivered': savedBeforeLimit,
    'limit-reset-by-create': resetByCreate,
    'limit-of-messages-by-agent': messagesByAgent,
    'limit-counts-of-two-stores': countsOfTwoStores,
    'limit-per-connection': limitPer(({ connection }) => connection),
    'limit-per-forwarded-address': limitPer(({ headers }) => headers['x-forwarded-for']),
    'limit-per-real-address': limitPer(({ headers }) => headers['x-real-ip']),
    'limit-per-user-agent': limitPer(({ headers }) => headers['user-agent']),
    'limit-per-session': limitPer(({ headers }) => headers.cookie),
    'limit-per-url': limitPer(({ path, query }) => `${path}?${query.toString()}`),
    'limit-per-authorization-text': limitPer(({ headers }) => headers.authorization),
    'limit-off-for-trusted-proxies': (base) => ({
      counts: (call) => call.request.headers['forwarded'] === undefined && base.counts(call),
    }),
  }),
  ...mutantsWith({ base: odd }, 'R-8-06', 'limits/free', {
    'limit-per-forwarded-address-of-chat': limitPer(({ headers }) => headers['x-forwarded-for']),
  }),
  ...mutantsOf('R-8-01', 'limits/free', {
    'limit-divided-by-processes': limitOfProcesses,
    'limit-window-of-ten-seconds': window(10_000),
    'limit-window-of-25-seconds': window(25_000),
    'limit-window-of-a-second': window(1000),
    'limit-window-of-20-seconds-unsaid': window(20_000, minuteMs),
  }),
  ...mutantsOf('R-4.4-02', 'limits/agents', { 'widget-403-of-a-full-store': fullForAll }),
  ...mutantsOf('R-8-05', 'limits/agents', {
    'agent-limit-of-names': agentLimitOf((agents) => new Set(agents.map(({ name }) => name)).size),
    'agent-limit-of-descriptions': agentLimitOf(
      (agents) => agents.filter(({ description }) => typeof description === 'string').length,
    ),
    // An inner join of agents and their tools.
    'agent-limit-of-agents-with-tools': agentLimitOf(
      (agents) => agents.filter(({ config }) => isObject(config) && 'mcp_capabilities' in config).length,
    ),
    'agent-limit-of-one-provider': agentLimitOf(
      (agents) =>
        agents.filter(({ config }) => isObject(config) && config['model_provider'] === 'provider_one').length,
    ),
    'agent-limit-race': raceOfCreates,
    'agent-limit-count-cached': cachedCount,
  }),
];
