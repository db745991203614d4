import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresCluster } from '../../server/testing/postgres-cluster.ts';
import { type NodeCluster, startCluster } from '../nodes/cluster.ts';
import { type ServiceNode, startNode } from '../nodes/node.ts';
import { createRandom, type Random } from '../random.ts';
import type { ChaosReport } from './check-history.ts';
import { databaseFaults, type Fault, type FaultContext, nodeFaults } from './faults.ts';
import type { Load } from './load.ts';
import { type CleanUp, type Faults, runScene, type Scene, storeAt } from './run-scene.ts';
import { createStores } from './stores.ts';

interface ChaosOptions {
  readonly seed: number;
  /** Ends the run: the service and the database are stopped, and the run throws. */
  readonly signal: AbortSignal;
  /** Called after each fault with a line for the report. */
  readonly onFault: (line: string) => void;
}

interface KillOptions extends ChaosOptions {
  readonly engine: 'sqlite' | 'postgres';
  readonly kills: number;
}

interface NodesOptions extends ChaosOptions {
  /** How long faults begin. */
  readonly seconds: number;
}

const killsOfStore = 5;
// Counted in requests, not in time, so that clients get as far on a slow machine; the delay comes on top.
const maxRequests = 120;
const maxDelayMs = 20;
const maxEarlyMs = 500;
const maxWaitMs = 30_000;
const pollMs = 5;

/** Between two faults of nodes, and of the database, which affect every node. */
const maxPausesMs = { nodes: 5_000, database: 12_000 };
/** Another store after this time: lists stay short, and each reaches its limit of agents. */
const storeSeconds = 10;
const agentLimit = 100;
const requestsPerMinute = 100;

/** Kills and restarts one node under load, and checks the history of all requests at the end. */
export function runChaos(options: KillOptions): Promise<ChaosReport> {
  return runScene((cleanUp) => openOneNode(options, cleanUp));
}

/** One node whose replies take long enough to be interrupted. */
async function openOneNode(options: KillOptions, cleanUp: CleanUp): Promise<Scene> {
  const { engine, kills, seed } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'chaos-node-'));
  cleanUp.push(() => rmSync(dataDir, { recursive: true }));
  const cluster = engine === 'postgres' ? await startPostgresCluster() : undefined;
  cleanUp.push(async () => cluster?.stop());
  const node = await startNode(dataDir, {
    BUILT_IN_MODEL_PACE_MS: '5',
    LOG_LEVEL: 'error',
    ...(cluster && { DATABASE_URL: cluster.url }),
  });
  cleanUp.push(() => node.close());
  await node.process.ready;
  const stores = await createStores(node.environment, Math.ceil(kills / killsOfStore));
  let done = 0;
  const onFault = (line: string): void => {
    done += 1;
    options.onFault(line);
  };
  return {
    nodes: [node],
    fetch: node.fetch,
    seed,
    stores,
    currentStore: () => storeAt(stores, done / killsOfStore),
    fail: (load) => killRepeatedly(node, load, { ...options, onFault }),
    problemsOfLogs: () => problemsOf(node.logFile),
  };
}

/** Most kills come while the service works, some while it starts. */
async function killRepeatedly(
  node: ServiceNode,
  load: Load,
  { kills, seed, signal, onFault }: KillOptions,
): Promise<Faults> {
  const random = createRandom(seed);
  const [interruptedMs, starts]: [number[], (number | null)[]] = [[], []];
  for (let number = 1; number <= kills; number++) {
    const isEarly = random.chance(0.1);
    const before = load.count();
    const target = before + (isEarly ? 0 : random.between(1, maxRequests));
    if (!isEarly) await node.process.ready;
    const endMs = performance.now() + maxWaitMs;
    while (load.count() < target && performance.now() < endMs) await wait(pollMs, undefined, { signal });
    await wait(random.between(0, isEarly ? maxEarlyMs : maxDelayMs), undefined, { signal });
    const requests = load.count() - before;
    interruptedMs.push(performance.now());
    await node.process.kill();
    const readyMs = await node.process.ready;
    const start = readyMs === null ? 'during the start' : `the start took ${Math.round(readyMs)} ms`;
    onFault(`kill ${number} after ${requests} requests; ${start}`);
    starts.push(readyMs);
    node.start();
  }
  starts.push(await node.process.ready);
  const readyMs = starts.filter((ms) => ms !== null);
  return { interruptedMs, readyMs, databaseCrashes: [], problems: [] };
}

/** The service logs errors only. */
function problemsOf(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => `the service logged: ${line}`);
}

/**
 * Runs three nodes behind HAProxy over PostgreSQL with a standby, lets nodes and database fail at the same time under
 * load, and checks the history of all requests.
 */
export function runNodesChaos(options: NodesOptions): Promise<ChaosReport> {
  return runScene((cleanUp) => openThreeNodes(options, cleanUp));
}

async function openThreeNodes(options: NodesOptions, cleanUp: CleanUp): Promise<Scene> {
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
  { seconds, seed, signal, onFault }: NodesOptions,
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
      onFault(`${secondsOf(startMs - start)} to ${secondsOf(endMs - start)} s: ${name}`);
    }
  };
  await Promise.all([
    inject(Object.entries(nodeFaults), createRandom(seed), maxPausesMs.nodes),
    inject(Object.entries(databaseFaults), createRandom(seed + 1), maxPausesMs.database),
  ]);
  return { ...injected, interruptedMs, readyMs: [] };
}

const secondsOf = (ms: number): string => (ms / 1000).toFixed(1);

async function untilAllServe({ balancer, nodes }: NodeCluster): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await wait(50))
    if ((await balancer.nodes()).filter(({ isUp }) => isUp).length === nodes.length) return;
  throw new Error('30 s after the last fault, the balancer does not use every node');
}
