import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresCluster } from '../../server/testing/postgres-cluster.ts';
import { createTlsFetch } from '../../server/testing/tls-fetch.ts';
import { type ChaosReport, checkHistory } from './check-history.ts';
import { conversationsOf, type History } from './history.ts';
import { type Load, startLoad } from './load.ts';
import { type Environment, type ServiceNode, startNode } from '../nodes/node.ts';
import { createRandom } from '../random.ts';
import { problemsOfExit } from './faults.ts';
import { type ChaosStore, createStores, readStoredState } from './stores.ts';
import { freePort } from '../../server/testing/free-port.ts';

export interface ChaosOptions {
  readonly engine: 'sqlite' | 'postgres';
  readonly kills: number;
  readonly seed: number;
  /** Ends the run: the service and PostgreSQL are stopped, and runChaos throws AbortError. */
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

/**
 * Kills and restarts the service under load, and checks the history of all requests at the end. Throws when the
 * service does not start, or ends by itself.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport & { readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  const cluster = options.engine === 'postgres' ? await startPostgresCluster() : undefined;
  try {
    const history = await collectHistory(options, await createEnvironment(folder, cluster?.url));
    const violations = checkHistory(history);
    if (violations.length === 0) rmSync(folder, { recursive: true });
    return { history, violations, folder };
  } catch (error) {
    throw new Error(`${messageOf(error)}; its data and log: ${folder}`, { cause: error });
  } finally {
    await cluster?.stop();
  }
}

/** Production's defaults, with a model that needs no vendor and whose replies take long enough to be interrupted. */
async function createEnvironment(folder: string, databaseUrl: string | undefined): Promise<Environment> {
  return {
    NODE_ENV: 'production',
    MODEL_FALLBACK: 'built-in',
    BUILT_IN_MODEL_PACE_MS: '5',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    HTTP_PORT: String(await freePort()),
    DATA_DIR: folder,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
}

async function collectHistory(options: ChaosOptions, environment: Environment): Promise<History> {
  const stores = await createStores(environment, Math.ceil(options.kills / killsOfStore));
  const service = await startService(environment);
  const { client, logFile, killedMs, readyMs } = service;
  const abort = new AbortController();
  let kills = 0;
  const currentStore = (): ChaosStore => storeAfter(stores, kills);
  try {
    const load = startLoad({ fetch: client.fetch, signal: abort.signal, seed: options.seed, currentStore });
    const onKill = (kill: Kill): void => {
      kills = kill.number;
      options.onKill(kill);
    };
    await killRepeatedly(service, load, { ...options, onKill });
    await load.stop();
    for (const store of stores) await load.list(store);
    const exitCode = await service.node.stop();
    const state = await readStoredState(environment, conversationsOf(load.recording.messages));
    const problems = [...problemsOf(logFile), ...problemsOfExit(exitCode), ...state.problems];
    const { conversations } = state;
    const engine = environment['DATABASE_URL'] === undefined ? 'sqlite' : 'postgres';
    const faults = { interruptedMs: killedMs, databaseCrashes: [] };
    return { ...load.recording, ...faults, stores, engine, readyMs, conversations, problems };
  } finally {
    abort.abort();
    client.close();
    // Already stopped, unless the run failed.
    await service.node.kill().catch(() => undefined);
  }
}

/** Another store after some kills: lists stay short, and the earlier stores are listed again at the end. */
function storeAfter(stores: readonly ChaosStore[], kills: number): ChaosStore {
  const store = stores[Math.min(Math.floor(kills / killsOfStore), stores.length - 1)];
  if (store === undefined) throw new Error('there must be at least one kill');
  return store;
}

interface RunningService {
  /** The current process. */
  node: ServiceNode;
  readonly restart: () => ServiceNode;
  readonly client: ReturnType<typeof createTlsFetch>;
  readonly logFile: string;
  readonly killedMs: number[];
  readonly readyMs: number[];
}

async function startService(environment: Environment): Promise<RunningService> {
  const { DATA_DIR: folder = '', PORT: port } = environment;
  const url = `https://127.0.0.1:${port}`;
  const logFile = join(folder, 'service.log');
  const restart = (): ServiceNode => startNode(environment, url, logFile);
  const node = restart();
  const firstMs = await node.ready;
  const client = createTlsFetch(url, readFileSync(join(folder, 'tls', 'ca.pem'), 'utf8'));
  return { node, restart, client, logFile, killedMs: [], readyMs: firstMs === null ? [] : [firstMs] };
}

/** Most kills come while the service works, some while it starts. */
async function killRepeatedly(
  service: RunningService,
  load: Load,
  { kills, seed, signal, onKill }: ChaosOptions,
): Promise<void> {
  const random = createRandom(seed);
  for (let number = 1; number <= kills; number++) {
    const isEarly = random.chance(0.1);
    const before = load.count();
    const target = before + (isEarly ? 0 : random.between(1, maxRequests));
    if (!isEarly) await service.node.ready;
    const endMs = performance.now() + maxWaitMs;
    while (load.count() < target && performance.now() < endMs) await wait(pollMs, undefined, { signal });
    await wait(random.between(0, isEarly ? maxEarlyMs : maxPauseMs), undefined, { signal });
    const requests = load.count() - before;
    service.killedMs.push(performance.now());
    await service.node.kill();
    const readyMs = await service.node.ready;
    onKill({ number, requests, readyMs });
    if (readyMs !== null && number > 1) service.readyMs.push(readyMs);
    service.node = service.restart();
  }
  const lastMs = await service.node.ready;
  if (lastMs !== null) service.readyMs.push(lastMs);
}

/** The service logs errors only. */
function problemsOf(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => `the service logged: ${line}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
