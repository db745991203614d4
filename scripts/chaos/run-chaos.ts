import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresCluster } from '../../server/testing/postgres-cluster.ts';
import { type ServiceNode, startNode } from '../nodes/node.ts';
import { createRandom } from '../random.ts';
import type { ChaosReport } from './check-history.ts';
import type { Load } from './load.ts';
import { type CleanUp, type Faults, runScene, type Scene, storeAt } from './run-scene.ts';
import { createStores } from './stores.ts';

export interface ChaosOptions {
  readonly engine: 'sqlite' | 'postgres';
  readonly kills: number;
  readonly seed: number;
  /** Ends the run: the service and PostgreSQL are stopped, and runChaos throws. */
  readonly signal: AbortSignal;
  /** Called after each kill. */
  readonly onKill: (kill: Kill) => void;
}

export interface Kill {
  readonly number: number;
  /** How many requests had ended since the start of the killed process. */
  readonly requests: number;
  /** Time that the killed process needed to be ready; null when the kill came before. */
  readonly readyMs: number | null;
}

const killsOfStore = 5;
// Counted in requests, not in time, so that clients get as far on a slow machine; the pause comes on top.
const maxRequests = 120;
const maxPauseMs = 20;
const maxEarlyMs = 500;
const maxWaitMs = 30_000;
const pollMs = 5;

/** Kills and restarts one node under load, and checks the history of all requests at the end. */
export function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  return runScene((cleanUp) => openOneNode(options, cleanUp));
}

/** One node whose replies take long enough to be interrupted. */
async function openOneNode(options: ChaosOptions, cleanUp: CleanUp): Promise<Scene> {
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
  const onKill = (kill: Kill): void => {
    done = kill.number;
    options.onKill(kill);
  };
  return {
    nodes: [node],
    fetch: node.fetch,
    seed,
    stores,
    currentStore: () => storeAt(stores, done / killsOfStore),
    fail: (load) => killRepeatedly(node, load, { ...options, onKill }),
    problemsOfLogs: () => problemsOf(node.logFile),
  };
}

/** Most kills come while the service works, some while it starts. */
async function killRepeatedly(
  node: ServiceNode,
  load: Load,
  { kills, seed, signal, onKill }: ChaosOptions,
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
    await wait(random.between(0, isEarly ? maxEarlyMs : maxPauseMs), undefined, { signal });
    const requests = load.count() - before;
    interruptedMs.push(performance.now());
    await node.process.kill();
    const readyMs = await node.process.ready;
    onKill({ number, requests, readyMs });
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
