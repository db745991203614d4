import type { Call, Change } from '../server/deployment.ts';
import { mutantsOf, type Circumstances, type Mutant } from '../mutant.ts';
import { admitByLog, minute } from '../server/limits.ts';
import { odd } from '../conforming/odd.ts';
import { onRefusals, onStatus } from './changes.ts';

function limitOff(by: number): Change {
  return () => ({ admit: admitByLog((call) => call.store.requestsPerMinute + by) });
}

function retryAfter(text: (waitMs: number) => string | undefined): Change {
  return () => ({ retryAfter: (waitMs) => text(waitMs) });
}

const starter: Circumstances = { limited: { requestsPerMinute: 60, agentLimit: 10 } };
const pro: Circumstances = { limited: { requestsPerMinute: 200, agentLimit: 50 } };
const custom: Circumstances = { limited: { requestsPerMinute: 35, agentLimit: 5 } };

/** All stores draw on the admissions of the first. */
const shared: Change = ({ admit }) => ({
  admit: (call: Call) => {
    const limited = call.world.stores.find((store) => Number.isFinite(store.requestsPerMinute));
    return limited === undefined ? admit(call) : admit({ ...call, store: limited });
  },
});

const longWindow: Change = () => ({
  admit: (call) => {
    const { admissions, requestsPerMinute } = call.store;
    const now = call.world.now();
    while ((admissions[0] ?? now) <= now - 5 * minute) admissions.shift();
    if (admissions.length >= requestsPerMinute) return minute;
    admissions.push(now);
    return undefined;
  },
});

/** Defects of source 8. */
export const limitMutants: readonly Mutant[] = [
  ...mutantsOf('R-8-01', 'limits/free', {
    'limit-none': () => ({ counts: () => false }),
    'limit-one-more': limitOff(1),
    'limit-one-less': limitOff(-1),
    'limit-double': limitOff(20),
    'limit-shared-by-stores': shared,
  }),
  ...mutantsOf(
    'R-8-01',
    'limits/free',
    {
      'limit-half-of-chat': limitOff(-10),
      'limit-one-more-chat': limitOff(1),
    },
    { base: odd },
  ),
  ...mutantsOf(
    'R-8-02',
    'limits/starter',
    {
      'limit-starter-as-free': limitOff(-40),
      'limit-starter-one-more': limitOff(1),
    },
    { circumstances: starter },
  ),
  ...mutantsOf(
    'R-8-03',
    'limits/pro',
    {
      'limit-pro-as-starter': limitOff(-140),
      'limit-pro-one-more': limitOff(1),
    },
    { circumstances: pro },
  ),
  ...mutantsOf(
    'R-8-04',
    'limits/enterprise',
    {
      'limit-enterprise-none': () => ({ counts: () => false }),
      'limit-enterprise-one-less': limitOff(-1),
    },
    { circumstances: custom },
  ),
  ...mutantsOf('R-8-06', 'limits/free', {
    'limit-as-503': (base) =>
      onRefusals([429], (reply) => ({ ...base.refuse(503, 'busy'), headers: reply.headers }))(base),
    'retry-after-lost': retryAfter(() => undefined),
    'retry-after-zero': retryAfter(() => '0'),
    'retry-after-negative': retryAfter(() => '-5'),
    'retry-after-words': retryAfter(() => 'soon'),
    'retry-after-fraction': retryAfter((waitMs) => (waitMs / 1000).toFixed(3)),
    'retry-after-iso-date': () => ({ retryAfter: (waitMs, now) => new Date(now + waitMs).toISOString() }),
    'retry-after-too-short': retryAfter((waitMs) => String(Math.floor(waitMs / 2000))),
    'retry-after-one-second': retryAfter(() => '1'),
    'limit-window-of-five-minutes': longWindow,
  }),
  ...mutantsOf(
    'R-7-04',
    'limits/free',
    {
      'limit-as-403': onStatus('POST', '/api/agents/chat/stream', 429, 403),
      'retry-after-lost-on-chat': retryAfter(() => undefined),
    },
    { base: odd },
  ),
  ...mutantsOf('R-7-13', 'limits/free', {
    'limit-429-without-body': onRefusals([429], (reply) => ({
      ...reply,
      headers: { 'retry-after': '60' },
      frames: [],
    })),
  }),
  ...mutantsOf('R-8-05', 'limits/agents', {
    'agent-limit-none': (base) => withAgentLimit(Number.POSITIVE_INFINITY)(base),
    'agent-limit-one-more': withAgentLimit(4),
    'agent-limit-one-less': withAgentLimit(2),
    'agent-limit-as-400': onStatus('POST', '/api/agents', 403, 400),
    'agent-limit-as-429': onStatus('POST', '/api/agents', 403, 429),
    'agent-limit-creates-anyway': (base) => ({
      operations: {
        ...base.operations,
        createAgent: (call) => {
          const reply = base.operations.createAgent(call);
          if (reply.status === 403)
            call.store.agents.push(call.deployment.newAgent(call.body as never, call));
          return reply;
        },
      },
    }),
  }),
];

/** Another agent limit for the stores that have one. */
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
