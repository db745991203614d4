import type { Call, Change } from '../server/deployment.ts';
import type { Circumstances, Mutant } from '../mutant.ts';
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
  { id: 'limit-none', clause: 'R-8-01', killedBy: ['limits/free'], apply: () => ({ counts: () => false }) },
  { id: 'limit-one-more', clause: 'R-8-01', killedBy: ['limits/free'], apply: limitOff(1) },
  { id: 'limit-one-less', clause: 'R-8-01', killedBy: ['limits/free'], apply: limitOff(-1) },
  { id: 'limit-double', clause: 'R-8-01', killedBy: ['limits/free'], apply: limitOff(20) },
  { id: 'limit-half-of-chat', clause: 'R-8-01', killedBy: ['limits/free'], base: odd, apply: limitOff(-10) },
  { id: 'limit-one-more-chat', clause: 'R-8-01', killedBy: ['limits/free'], base: odd, apply: limitOff(1) },
  {
    id: 'limit-starter-as-free',
    clause: 'R-8-02',
    killedBy: ['limits/starter'],
    circumstances: starter,
    apply: limitOff(-40),
  },
  {
    id: 'limit-starter-one-more',
    clause: 'R-8-02',
    killedBy: ['limits/starter'],
    circumstances: starter,
    apply: limitOff(1),
  },
  {
    id: 'limit-pro-as-starter',
    clause: 'R-8-03',
    killedBy: ['limits/pro'],
    circumstances: pro,
    apply: limitOff(-140),
  },
  {
    id: 'limit-pro-one-more',
    clause: 'R-8-03',
    killedBy: ['limits/pro'],
    circumstances: pro,
    apply: limitOff(1),
  },
  {
    id: 'limit-enterprise-none',
    clause: 'R-8-04',
    killedBy: ['limits/enterprise'],
    circumstances: custom,
    apply: () => ({ counts: () => false }),
  },
  {
    id: 'limit-enterprise-one-less',
    clause: 'R-8-04',
    killedBy: ['limits/enterprise'],
    circumstances: custom,
    apply: limitOff(-1),
  },
  { id: 'limit-shared-by-stores', clause: 'R-8-01', killedBy: ['limits/free'], apply: shared },
  {
    id: 'limit-as-503',
    clause: 'R-8-06',
    killedBy: ['limits/free'],
    apply: (base) =>
      onRefusals([429], (reply) => ({ ...base.refuse(503, 'busy'), headers: reply.headers }))(base),
  },
  {
    id: 'limit-as-403',
    clause: 'R-7-04',
    killedBy: ['limits/free'],
    base: odd,
    apply: onStatus('POST', '/api/agents/chat/stream', 429, 403),
  },
  { id: 'retry-after-lost', clause: 'R-8-06', killedBy: ['limits/free'], apply: retryAfter(() => undefined) },
  {
    id: 'retry-after-lost-on-chat',
    clause: 'R-7-04',
    killedBy: ['limits/free'],
    base: odd,
    apply: retryAfter(() => undefined),
  },
  { id: 'retry-after-zero', clause: 'R-8-06', killedBy: ['limits/free'], apply: retryAfter(() => '0') },
  { id: 'retry-after-negative', clause: 'R-8-06', killedBy: ['limits/free'], apply: retryAfter(() => '-5') },
  { id: 'retry-after-words', clause: 'R-8-06', killedBy: ['limits/free'], apply: retryAfter(() => 'soon') },
  {
    id: 'retry-after-fraction',
    clause: 'R-8-06',
    killedBy: ['limits/free'],
    apply: retryAfter((waitMs) => (waitMs / 1000).toFixed(3)),
  },
  {
    id: 'retry-after-iso-date',
    clause: 'R-8-06',
    killedBy: ['limits/free'],
    apply: () => ({ retryAfter: (waitMs, now) => new Date(now + waitMs).toISOString() }),
  },
  {
    id: 'retry-after-too-short',
    clause: 'R-8-06',
    killedBy: ['limits/free'],
    apply: retryAfter((waitMs) => String(Math.floor(waitMs / 2000))),
  },
  { id: 'retry-after-one-second', clause: 'R-8-06', killedBy: ['limits/free'], apply: retryAfter(() => '1') },
  { id: 'limit-window-of-five-minutes', clause: 'R-8-06', killedBy: ['limits/free'], apply: longWindow },
  {
    id: 'limit-429-without-body',
    clause: 'R-7-13',
    killedBy: ['limits/free'],
    apply: onRefusals([429], (reply) => ({ ...reply, headers: { 'retry-after': '60' }, frames: [] })),
  },
  {
    id: 'agent-limit-none',
    clause: 'R-8-05',
    killedBy: ['limits/agents'],
    apply: (base) => withAgentLimit(Number.POSITIVE_INFINITY)(base),
  },
  { id: 'agent-limit-one-more', clause: 'R-8-05', killedBy: ['limits/agents'], apply: withAgentLimit(4) },
  { id: 'agent-limit-one-less', clause: 'R-8-05', killedBy: ['limits/agents'], apply: withAgentLimit(2) },
  {
    id: 'agent-limit-as-400',
    clause: 'R-8-05',
    killedBy: ['limits/agents'],
    apply: onStatus('POST', '/api/agents', 403, 400),
  },
  {
    id: 'agent-limit-as-429',
    clause: 'R-8-05',
    killedBy: ['limits/agents'],
    apply: onStatus('POST', '/api/agents', 403, 429),
  },
  {
    id: 'agent-limit-creates-anyway',
    clause: 'R-8-05',
    killedBy: ['limits/agents'],
    apply: (base) => ({
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
  },
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
