import { busy } from '../conforming/transports.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Call, Change, OperationName } from '../server/deployment.ts';
import { onOperation, rejectCalls } from '../changes/changes.ts';

/** Requests of an operation get no response once a server is ill; any request may count towards that. */
function hangs(operation: OperationName, isIll: (call: Call) => boolean): Change {
  return (base) => ({
    around: (call, respond) =>
      isIll(call) && call.operation === operation
        ? new Promise(() => undefined)
        : (base.around?.(call, respond) ?? respond()),
  });
}

/** Counts the requests of an operation, each one once. */
function after(count: number, operation?: OperationName): (call: Call) => boolean {
  return ({ state, operation: own }) =>
    (operation === undefined || own === operation) && state.nextNumber(`sick ${operation}`) > count;
}

/** Each client that leaves keeps one of a few locks, as of a pool of connections. */
function locksOfClients(locks: number): Change {
  return (base) => {
    let kept = 0;
    return {
      ...hangs('streamAgentChat', () => kept >= locks)(base),
      ...onOperation('streamAgentChat', (response) => {
        const closed = (isComplete: boolean): void => {
          if (!isComplete) kept += 1;
          response.closed?.(isComplete);
        };
        return { ...response, closed };
      })(base),
    };
  };
}

/** A restart that loses what is in memory alone. */
function forgets(count: number, forget: (call: Call) => void): Change {
  return (base) => ({
    around: (call, respond) => {
      if (call.state.nextNumber('requests') === count) forget(call);
      return base.around?.(call, respond) ?? respond();
    },
  });
}

const ill = { setup: { idleTimeoutMs: 1000 } };

/** Servers that work, and fall ill within a run. */
export const sickServerMutants: readonly Mutant[] = mutantsOf(
  {
    'R-4.1-16 responses/every-response sick-chat-of-clients-that-leave': {
      apply: locksOfClients(8),
      base: busy,
    },
    'R-4.1-16 responses/every-response sick-chat-after-60-messages': hangs(
      'streamAgentChat',
      after(60, 'streamAgentChat'),
    ),
    'R-4.1-16 responses/every-response sick-chat-after-a-hundred-conversations': hangs(
      'streamAgentChat',
      ({ store }) => store.conversations.size > 100,
    ),
    'R-4.3-10 responses/every-response sick-creates-after-40': hangs('createAgent', after(40, 'createAgent')),
    'R-4.3-10 responses/every-response sick-full-store-as-500': rejectCalls(
      'createAgent',
      500,
      ({ store }) => store.agents.length > 60,
    ),
    'R-4.2-06 responses/every-response sick-list-of-many-agents': hangs(
      'listAgents',
      ({ store }) => store.agents.length > 70,
    ),
    'R-4.2-06 responses/every-response sick-list-after-120-requests': hangs('listAgents', after(120)),
    'R-4.4-04 responses/every-response sick-widget-after-15': hangs(
      'getWidgetConfig',
      after(15, 'getWidgetConfig'),
    ),
    'R-4.2-02 responses/every-response sick-restart-without-agents': forgets(
      300,
      ({ store }) => void store.agents.splice(2),
    ),
    'R-4.1-10 responses/every-response sick-restart-without-conversations': forgets(400, ({ store }) =>
      store.conversations.clear(),
    ),
  },
  ill,
);
