import {
  beforeOperation,
  onErrorResponses,
  onOperation,
  onStatus,
  replaceOperation,
} from '../changes/changes.ts';
import { sentConversation } from '../changes/replies.ts';
import { type Mutant, mutantsOf, type Setup } from '../mutant.ts';
import type { Change, HttpRequest } from '../server/deployment.ts';
import { admitByLog, minuteMs } from '../server/limits.ts';
import { isObject } from '../server/responses.ts';

const shared: Change = ({ admit }) => ({
  admit: (call) => {
    const limited = call.state.stores.find((store) => Number.isFinite(store.requestsPerMinute));
    return limited === undefined ? admit(call) : admit({ ...call, store: limited });
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

const starter: Setup = { limited: { requestsPerMinute: 60, agentLimit: 10 } };

function limitOff(by: number): Change {
  return () => ({ admit: admitByLog((call) => call.store.requestsPerMinute + by) });
}

const pro: Setup = { limited: { requestsPerMinute: 200, agentLimit: 50 } };

const custom: Setup = { limited: { requestsPerMinute: 35, agentLimit: 5 } };

/** Another agent limit for stores that have a limit. */
function withAgentLimit(agentLimit: number): Change {
  return replaceOperation('createAgent', (call, respond) =>
    respond(
      Number.isFinite(call.store.agentLimit) ? { ...call, store: { ...call.store, agentLimit } } : call,
    ),
  );
}

const followUpsUncounted: Change = (base) => ({
  counts: (call) => {
    const id = isObject(call.body) ? String(call.body['conversation_id']) : '';
    return base.counts(call) && !(call.operation === 'streamAgentChat' && call.store.conversations.has(id));
  },
});

/** The message is saved before the limit is asked. */
const savedBeforeLimit: Change = (base) => ({
  admit: (call) => {
    const waitMs = base.admit(call);
    const { message } = isObject(call.body) ? call.body : {};
    if (waitMs !== undefined)
      call.store.conversations.get(String(sentConversation(call)))?.messages.push(String(message));
    return waitMs;
  },
});

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

function retryAfter(text: (waitMs: number) => string | undefined): Change {
  return () => ({ retryAfter: (waitMs) => text(waitMs) });
}

/** A limiter before the router and one before the operation count the same requests. */
const createsCountTwice: Change = beforeOperation('createAgent', ({ store, state }) => {
  store.admissions.push(state.now());
  return undefined;
});

/** Mutants of section 8 of the source. */
export const limitsMutants: readonly Mutant[] = mutantsOf({
  'R-8-01 limits/again limit-per-connection': limitPer(({ connection }) => connection),
  'R-8-01 limits/steady-client limit-expiry-renewed': renewedExpiry,
  'R-8-02 limits/starter limit-starter-as-free': { apply: limitOff(-40), setup: starter },
  'R-8-03 limits/pro limit-pro-as-starter': { apply: limitOff(-140), setup: pro },
  'R-8-04 limits/enterprise limit-enterprise-one-less': { apply: limitOff(-1), setup: custom },
  'R-8-05 limits/agents agent-limit-none': withAgentLimit(Number.POSITIVE_INFINITY),
  'R-8-05 limits/agents agent-limit-one-less': withAgentLimit(2),
  'R-8-05 limits/agents agent-limit-as-400': onStatus('createAgent', 403, 400),
  'R-8-06 limits/free limit-shared-by-stores': shared,
  'R-8-06 limits/free limit-reset-by-unauthorized': (base) => ({
    identify: (request, state) => {
      const store = base.identify(request, state);
      if (store === undefined) for (const one of state.stores) one.admissions.length = 0;
      return store;
    },
  }),
  'R-8-06 limits/free limit-does-not-count-follow-ups': followUpsUncounted,
  'R-8-06 limits/free limited-message-is-delivered': savedBeforeLimit,
  'R-8-06 limits/free limit-per-user-agent': limitPer(({ headers }) => headers['user-agent']),
  'R-8-06 limits/free limit-as-503': (base) =>
    onErrorResponses([429], (response) => ({
      ...base.errorResponse(503, 'busy'),
      headers: response.headers,
    }))(base),
  'R-8-06 limits/free retry-after-missing': retryAfter(() => undefined),
  'R-8-06 limits/free limit-counts-creates-twice': createsCountTwice,
  'R-8-10 limits/agents agent-limit-creates-anyway': onOperation('createAgent', (response, call) => {
    if (response.status === 403) call.store.agents.push(call.deployment.newAgent(call.body as never, call));
    return response;
  }),
  'R-8-11 limits/free retry-after-in-milliseconds': () => ({ retryAfter: (waitMs) => String(waitMs) }),
  'R-8-11 limits/free retry-after-negative': retryAfter(() => '-5'),
  'R-8-11 limits/free retry-after-rounded-down': () => ({
    retryAfter: (waitMs) => String(Math.floor(waitMs / 1000)),
  }),
});
