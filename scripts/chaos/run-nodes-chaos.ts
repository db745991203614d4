import { setTimeout as wait } from 'node:timers/promises';
import { type NodeCluster, startCluster } from '../nodes/cluster.ts';
import { createRandom, type Random } from '../random.ts';
import type { ChaosReport } from './check-history.ts';
import { databaseFaults, type Fault, type FaultContext, nodeFaults } from './faults.ts';
import { type CleanUp, type Faults, runScene, type Scene, storeAt } from './run-scene.ts';
import { createStores } from './stores.ts';

export interface NodesChaosOptions {
  /** How long faults begin. */
  readonly seconds: number;
  readonly seed: number;
  /** Ends the run: everything is stopped, and runNodesChaos throws. */
  readonly signal: AbortSignal;
  /** Called after each fault. */
  readonly onFault: (fault: EndedFault) => void;
}

export interface EndedFault {
  readonly name: string;
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
 * load, and checks the history of all requests.
 */
export function runNodesChaos(options: NodesChaosOptions): Promise<ChaosReport> {
  return runScene((cleanUp) => openThreeNodes(options, cleanUp));
}

async function openThreeNodes(options: NodesChaosOptions, cleanUp: CleanUp): Promise<Scene> {
  const cluster = await startCluster({ LOG_LEVEL: 'error', BUILT_IN_MODEL_PACE_MS: '10' });
  cleanUp.push(() => cluster.close());
  const { nodes, fetch } = cluster;
  const [first, second, third] = nodes;
  const stores = await createStores(first.environment, Math.ceil(options.seconds / storeSeconds), {
    requestsPerMinute: null,
    agentLimit,
  });
  const [limitedStore] = await createStores(first.environment, 1, { requestsPerMinute, agentLimit: null });
  if (limitedStore === undefined) throw new Error('no store was created');
  const start = performance.now();
  return {
    nodes,
    fetch,
    seed: options.seed,
    stores,
    currentStore: () => storeAt(stores, (performance.now() - start) / 1000 / storeSeconds),
    severalNodes: { fetches: [first.fetch, second.fetch, third.fetch], limitedStore },
    async fail() {
      const faults = await injectFaults(cluster, options);
      await untilAllServe(cluster);
      return faults;
    },
    // An error for each interruption. What matters of it is a 500 in the history.
    problemsOfLogs: () => [],
  };
}

/** Nodes and database fail independently, so that their faults overlap. */
async function injectFaults(
  cluster: NodeCluster,
  { seconds, seed, signal, onFault }: NodesChaosOptions,
): Promise<Faults> {
  const interruptedMs: number[] = [];
  const injected: Pick<FaultContext, 'databaseCrashes' | 'problems'> = { databaseCrashes: [], problems: [] };
  const start = performance.now();
  const inject = async (
    [first, ...others]: readonly [string, Fault][],
    random: Random,
    maxPauseMs: number,
  ): Promise<void> => {
    while (first !== undefined && performance.now() < start + seconds * 1000) {
      await wait(random.between(0, maxPauseMs), undefined, { signal });
      const [name, run] = random.pick([first, ...others]);
      const startMs = performance.now();
      interruptedMs.push(startMs);
      await run({ cluster, random, signal, ...injected });
      const endMs = performance.now();
      interruptedMs.push(endMs);
      onFault({ name, startMs: startMs - start, endMs: endMs - start });
    }
  };
  await Promise.all([
    inject(Object.entries(nodeFaults), createRandom(seed), maxPausesMs.nodes),
    inject(Object.entries(databaseFaults), createRandom(seed + 1), maxPausesMs.database),
  ]);
  return { ...injected, interruptedMs, readyMs: [] };
}

async function untilAllServe({ balancer, nodes }: NodeCluster): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await wait(50))
    if ((await balancer.nodes()).filter(({ isUp }) => isUp).length === nodes.length) return;
  throw new Error('30 s after the last fault, the balancer does not use every node');
}
