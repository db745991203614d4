import type { Change } from '../server/deployment.ts';
import { mutantsOf, mutantsWith, type Mutant, type Setup } from '../mutant.ts';
import { admitByLog, minuteMs } from '../server/limits.ts';
import { odd } from '../conforming/odd.ts';
import { onErrorResponses, onOperation, onStatus } from './changes.ts';

function limitOff(by: number): Change {
  return () => ({ admit: admitByLog((call) => call.store.requestsPerMinute + by) });
}

function retryAfter(text: (waitMs: number) => string | undefined): Change {
  return () => ({ retryAfter: (waitMs) => text(waitMs) });
}

const starter: Setup = { limited: { requestsPerMinute: 60, agentLimit: 10 } };
const pro: Setup = { limited: { requestsPerMinute: 200, agentLimit: 50 } };
const custom: Setup = { limited: { requestsPerMinute: 35, agentLimit: 5 } };

/** All stores share the rate limit of the limited one. */
const shared: Change = ({ admit }) => ({
  admit: (call) => {
    const limited = call.state.stores.find((store) => Number.isFinite(store.requestsPerMinute));
    return limited === undefined ? admit(call) : admit({ ...call, store: limited });
  },
});

const longWindow: Change = () => ({
  admit: (call) => {
    const { admissions, requestsPerMinute } = call.store;
    const now = call.state.now();
    while ((admissions[0] ?? now) <= now - 5 * minuteMs) admissions.shift();
    if (admissions.length >= requestsPerMinute) return minuteMs;
    admissions.push(now);
    return undefined;
  },
});

/** Another agent limit for stores that have a limit. */
function withAgentLimit(agentLimit: number): Change {
  return ({ operations }) => ({
    operations: {
      ...operations,
      createAgent: (call) =>
        operations.createAgent(
          Number.isFinite(call.store.agentLimit) ? { ...call, store: { ...call.store, agentLimit } } : call,
        ),
    },
  });
}

/** Defects of the limits: source 8. */
export const limitMutants: readonly Mutant[] = [
  ...mutantsOf('R-8-01', 'limits/free', {
    'limit-none': () => ({ counts: () => false }),
    'limit-one-more': limitOff(1),
    'limit-one-less': limitOff(-1),
    'limit-double': limitOff(20),
    'limit-shared-by-stores': shared,
  }),
  ...mutantsWith({ base: odd }, 'R-8-01', 'limits/free', {
    'limit-half-of-chat': limitOff(-10),
    'limit-one-more-chat': limitOff(1),
  }),
  ...mutantsWith({ setup: starter }, 'R-8-02', 'limits/starter', {
    'limit-starter-as-free': limitOff(-40),
    'limit-starter-one-more': limitOff(1),
  }),
  ...mutantsWith({ setup: pro }, 'R-8-03', 'limits/pro', {
    'limit-pro-as-starter': limitOff(-140),
    'limit-pro-one-more': limitOff(1),
  }),
  ...mutantsWith({ setup: custom }, 'R-8-04', 'limits/enterprise', {
    'limit-enterprise-none': () => ({ counts: () => false }),
    'limit-enterprise-one-less': limitOff(-1),
  }),
  ...mutantsOf('R-8-06', 'limits/free', {
    'limit-as-503': (base) =>
      onErrorResponses([429], (response) => ({
        ...base.errorResponse(503, 'busy'),
        headers: response.headers,
      }))(base),
    'retry-after-missing': retryAfter(() => undefined),
  }),
  ...mutantsOf('R-8-11', 'limits/free', {
    'retry-after-zero': retryAfter(() => '0'),
    'retry-after-negative': retryAfter(() => '-5'),
    'retry-after-words': retryAfter(() => 'soon'),
    'retry-after-fraction': retryAfter((waitMs) => (waitMs / 1000).toFixed(3)),
    'retry-after-iso-date': () => ({ retryAfter: (waitMs, now) => new Date(now + waitMs).toISOString() }),
    'retry-after-too-short': retryAfter((waitMs) => String(Math.floor(waitMs / 2000))),
    'retry-after-one-second': retryAfter(() => '1'),
    'limit-window-of-five-minutes': longWindow,
  }),
  ...mutantsWith({ base: odd }, 'R-7-04', 'limits/free', {
    'limit-as-403': onStatus('streamAgentChat', 429, 403),
    'retry-after-missing-on-chat': retryAfter(() => undefined),
  }),
  ...mutantsOf('R-7-13', 'limits/free', {
    'limit-429-without-body': onErrorResponses([429], (response) => ({
      ...response,
      headers: { 'retry-after': '60' },
      frames: [],
    })),
  }),
  ...mutantsOf('R-8-05', 'limits/agents', {
    'agent-limit-none': withAgentLimit(Number.POSITIVE_INFINITY),
    'agent-limit-one-more': withAgentLimit(4),
    'agent-limit-one-less': withAgentLimit(2),
    'agent-limit-as-400': onStatus('createAgent', 403, 400),
    'agent-limit-as-429': onStatus('createAgent', 403, 429),
  }),
  ...mutantsOf('R-8-10', 'limits/agents', {
    'agent-limit-creates-anyway': onOperation('createAgent', (response, call) => {
      if (response.status === 403) call.store.agents.push(call.deployment.newAgent(call.body as never, call));
      return response;
    }),
  }),
];
