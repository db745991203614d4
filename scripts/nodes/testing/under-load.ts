import { checkHistory, type Violation } from '../../chaos/check-history.ts';
import { startLoad } from '../../chaos/load.ts';
import { conversationsOf, type History } from '../../chaos/history.ts';
import { createStores, readStoredState } from '../../chaos/stores.ts';
import type { NodeCluster } from '../cluster.ts';

export interface LoadReport {
  /** What the history of all requests violates: lost, duplicated, out of order, unexpected statuses. */
  readonly violations: readonly Violation[];
  /** How many requests had each outcome: `acknowledged`, a status that rejected, or `unknown` without a response. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The longest time from a request to the end of its response, without replies. */
  readonly slowestMs: number;
}

/** Runs `work` under a load of creates, messages and lists through the balancer, and checks what its clients saw. */
export async function underLoad(cluster: NodeCluster, work: () => Promise<void>): Promise<LoadReport> {
  const { environment } = cluster.nodes[0];
  const [store] = await createStores(environment, 1);
  if (store === undefined) throw new Error('no store was created');
  const abort = new AbortController();
  const load = startLoad({
    fetch: cluster.fetch,
    signal: abort.signal,
    seed: 2026,
    currentStore: () => store,
  });
  try {
    await work();
    await load.stop();
    await load.list(store);
  } finally {
    abort.abort();
  }
  const { creates, lists, messages } = load.recording;
  const state = await readStoredState(environment, conversationsOf(messages));
  const history: History = {
    ...load.recording,
    ...state,
    stores: [store],
    engine: 'postgres',
    interruptedMs: [],
    databaseCrashes: [],
    readyMs: [],
  };
  const outcomes: Record<string, number> = {};
  for (const { outcome } of [...creates, ...lists, ...messages]) {
    const name = outcome.type === 'rejected' ? String(outcome.status) : outcome.type;
    outcomes[name] = (outcomes[name] ?? 0) + 1;
  }
  const slowestMs = Math.max(...[...creates, ...lists].map(({ startMs, endMs }) => endMs - startMs));
  return { violations: checkHistory(history), outcomes, slowestMs };
}
