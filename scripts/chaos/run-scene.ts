import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceNode } from '../nodes/node.ts';
import { type ChaosReport, checkHistory } from './check-history.ts';
import { conversationsOf, type History } from './history.ts';
import { type Load, type LoadOptions, startLoad } from './load.ts';
import { type ChaosStore, readStoredState } from './stores.ts';

/** What a run puts under load and lets fail. */
export interface Scene extends Omit<LoadOptions, 'signal'> {
  readonly nodes: readonly [ServiceNode, ...ServiceNode[]];
  /** The stores of the load, which are listed again at the end. */
  readonly stores: readonly ChaosStore[];
  /** Lets it fail, until everything serves again. */
  fail(load: Load): Promise<Faults>;
  /** What the logs have that must not be there. */
  problemsOfLogs(): readonly string[];
}

/** What ends a part of a scene, the last one first. */
export type CleanUp = (() => Promise<void> | void)[];

/** What the checks must know of the faults. */
export type Faults = Pick<History, 'interruptedMs' | 'databaseCrashes' | 'readyMs' | 'problems'>;

/**
 * Opens a scene, lets it fail under load, and checks the history of all requests. Throws when a node ends by itself or
 * does not start. What the nodes wrote is kept where something is wrong.
 */
export async function runScene(open: (cleanUp: CleanUp) => Promise<Scene>): Promise<ChaosReport> {
  const cleanUp: CleanUp = [];
  try {
    return await playScene(await open(cleanUp));
  } finally {
    for (const end of cleanUp.toReversed()) await end();
  }
}

async function playScene(scene: Scene): Promise<ChaosReport> {
  try {
    const history = await collectHistory(scene);
    const violations = checkHistory(history);
    return { history, violations, folder: violations.length === 0 ? null : keepFolders(scene) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}; data and logs: ${keepFolders(scene)}`, { cause: error });
  }
}

async function collectHistory(scene: Scene): Promise<History> {
  const { nodes, stores, severalNodes } = scene;
  const [{ environment }] = nodes;
  const abort = new AbortController();
  try {
    const load = startLoad({ ...scene, signal: abort.signal });
    const faults = await scene.fail(load);
    await load.stop();
    for (const store of stores) await load.list(store);
    const codes = await Promise.all(nodes.map((node) => node.process.stop()));
    const state = await readStoredState(environment, conversationsOf(load.recording.messages));
    const problems = [...scene.problemsOfLogs(), ...codes.flatMap(problemsOfExit), ...state.problems];
    return {
      ...load.recording,
      ...faults,
      stores: severalNodes === undefined ? stores : [...stores, severalNodes.limitedStore],
      engine: environment['DATABASE_URL'] === undefined ? 'sqlite' : 'postgres',
      conversations: state.conversations,
      problems: [...faults.problems, ...problems],
    };
  } finally {
    abort.abort();
  }
}

export function problemsOfExit(code: number | null): string[] {
  return code === 0 ? [] : [`the service ended with ${code} after SIGTERM`];
}

/** A copy of the data folders, which have the logs. */
function keepFolders({ nodes }: Scene): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  nodes.forEach(({ dataDir }, index) =>
    cpSync(dataDir, join(folder, `node${index + 1}`), { recursive: true }),
  );
  return folder;
}

/** The store of this part of a run: another one from time to time keeps lists short. */
export function storeAt(stores: readonly ChaosStore[], part: number): ChaosStore {
  const store = stores[Math.min(Math.floor(part), stores.length - 1)];
  if (store === undefined) throw new Error('there must be at least one store');
  return store;
}
