import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type NodeCluster, startCluster } from '../nodes/cluster.ts';
import { createRandom, type Random } from '../random.ts';
import { type ChaosReport, checkHistory } from './check-history.ts';
import { databaseFaults, type FaultContext, type FaultName, nodeFaults, problemsOfExit } from './faults.ts';
import { conversationsOf, type History } from './history.ts';
import { type Load, startLoad } from './load.ts';
import { type ChaosStore, createStores, readStoredState } from './stores.ts';

export interface NodesChaosOptions {
  /** How long faults begin. */
  readonly seconds: number;
  readonly seed: number;
  /** Ends the run: everything is stopped, and runNodesChaos throws AbortError. */
  readonly signal: AbortSignal;
  /** Called after each fault. */
  readonly onFault: (fault: EndedFault) => void;
}

export interface EndedFault {
  readonly name: FaultName;
  /** Since the start of the load. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Between two faults of nodes, and of the database, which affect every node. */
const maxPausesMs = { nodes: 5_000, database: 12_000 };
/** Another store after this time: lists stay short, and each reaches its limit of agents. */
const storeSeconds = 10;
const agentLimit = 100;
const requestsPerMinute = 100;

/**
 * Runs three nodes behind HAProxy over PostgreSQL with a standby, lets nodes and database fail at the same time under
 * load, and checks the history of all requests. Throws when a node ends by itself or does not start.
 */
export async function runNodesChaos(options: NodesChaosOptions): Promise<ChaosReport> {
  const cluster = await startCluster({ LOG_LEVEL: 'error', BUILT_IN_MODEL_PACE_MS: '10' });
  try {
    const history = await collectHistory(cluster, options);
    const violations = checkHistory(history);
    return { history, violations, folder: violations.length === 0 ? null : keepLogs(cluster) };
  } catch (error) {
    if (options.signal.aborted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}; the logs: ${keepLogs(cluster)}`, { cause: error });
  } finally {
    await cluster.close();
  }
}

async function collectHistory(cluster: NodeCluster, options: NodesChaosOptions): Promise<History> {
  const { environment } = cluster.nodes[0];
  const stores = await createStores(environment, Math.ceil(options.seconds / storeSeconds), {
    requestsPerMinute: null,
    agentLimit,
  });
  const [limitedStore] = await createStores(environment, 1, { requestsPerMinute, agentLimit: null });
  if (limitedStore === undefined) throw new Error('no store was created');
  const abort = new AbortController();
  try {
    const [first, second, third] = cluster.nodes;
    const load = startLoad({
      fetch: cluster.fetch,
      signal: abort.signal,
      seed: options.seed,
      currentStore: storeByTime(stores),
      severalNodes: { fetches: [first.fetch, second.fetch, third.fetch], limitedStore },
    });
    const faults = await injectFaults(cluster, options);
    await untilAllServe(cluster);
    await finish(load, stores);
    const codes = await Promise.all(cluster.nodes.map((node) => node.process.stop()));
    // Logs have an error for each interruption. What matters of it is a 500 in the history.
    const problems = [...faults.problems, ...codes.flatMap(problemsOfExit)];
    const { conversations } = await readStoredState(environment, conversationsOf(load.recording.messages));
    const { interruptedMs, databaseCrashes } = faults;
    return {
      ...load.recording,
      stores: [...stores, limitedStore],
      engine: 'postgres',
      interruptedMs,
      databaseCrashes,
      readyMs: [],
      conversations,
      problems,
    };
  } finally {
    abort.abort();
  }
}

function storeByTime(stores: readonly ChaosStore[]): () => ChaosStore {
  const start = performance.now();
  return () => {
    const index = Math.floor((performance.now() - start) / 1000 / storeSeconds);
    const store = stores[Math.min(index, stores.length - 1)];
    if (store === undefined) throw new Error('there must be at least one store');
    return store;
  };
}

interface InjectedFaults extends Pick<FaultContext, 'databaseCrashes' | 'problems'> {
  readonly interruptedMs: number[];
}

/** Nodes and database fail independently, so that their faults overlap. */
async function injectFaults(cluster: NodeCluster, options: NodesChaosOptions): Promise<InjectedFaults> {
  const injected: InjectedFaults = { databaseCrashes: [], problems: [], interruptedMs: [] };
  const { seconds, seed, signal, onFault } = options;
  const start = performance.now();
  const inject = async (faults: FaultsByName, random: Random, maxPauseMs: number): Promise<void> => {
    const [first, ...rest] = Object.entries(faults) as [
      FaultName,
      (context: FaultContext) => Promise<void>,
    ][];
    if (first === undefined) return;
    while (performance.now() < start + seconds * 1000) {
      await wait(random.between(0, maxPauseMs), undefined, { signal });
      const [name, run] = random.pick([first, ...rest]);
      const startMs = performance.now();
      injected.interruptedMs.push(startMs);
      await run({ cluster, random, signal, ...injected });
      const endMs = performance.now();
      injected.interruptedMs.push(endMs);
      onFault({ name, startMs: startMs - start, endMs: endMs - start });
    }
  };
  await Promise.all([
    inject(nodeFaults, createRandom(seed), maxPausesMs.nodes),
    inject(databaseFaults, createRandom(seed + 1), maxPausesMs.database),
  ]);
  return injected;
}

type FaultsByName = typeof nodeFaults | typeof databaseFaults;

async function untilAllServe({ balancer, nodes }: NodeCluster): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await wait(50))
    if ((await balancer.nodes()).filter(({ isUp }) => isUp).length === nodes.length) return;
  throw new Error('30 s after the last fault, the balancer does not use every node');
}

async function finish(load: Load, stores: readonly ChaosStore[]): Promise<void> {
  await load.stop();
  for (const store of stores) await load.list(store);
}

function keepLogs({ nodes }: NodeCluster): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  nodes.forEach(({ logFile }, index) => copyFileSync(logFile, join(folder, `node${index + 1}.log`)));
  return folder;
}
