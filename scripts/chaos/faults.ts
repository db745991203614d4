import { setTimeout as wait } from 'node:timers/promises';
import type { NodeCluster } from '../nodes/cluster.ts';
import type { ServiceNode } from '../nodes/node.ts';
import type { Random } from '../random.ts';
import type { Interval } from './history.ts';
import { problemsOfExit } from './run-scene.ts';

/** What the faults of a run do, and what the checks must know of it. */
export interface FaultContext {
  readonly cluster: NodeCluster;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly databaseCrashes: Interval[];
  readonly problems: string[];
}

/** Resolves when the fault is over: a node is ready again, the database is back. */
export type Fault = (context: FaultContext) => Promise<void>;

const maxAwayMs = 3_000;
const maxStartMs = 120_000;
/** Pauses between cuts: most hit a transaction. */
const cutPauseMs = 50;

/** A node ends or stands still; one of the three at a time. Names are the words of the report. */
export const nodeFaults: Readonly<Record<string, Fault>> = {
  async 'kill a node'(context) {
    const node = pickNode(context);
    await node.process.kill();
    await pause(context, 0, maxAwayMs);
    await startUntilReady(node, context);
  },
  async 'stop a node (SIGSTOP)'(context) {
    const node = pickNode(context);
    node.process.freeze();
    await pause(context, 2_000, 20_000);
    node.process.resume();
  },
  async 'restart a node'(context) {
    const node = pickNode(context);
    context.problems.push(...problemsOfExit(await node.process.stop()));
    await startUntilReady(node, context);
  },
};

/** The database, or the way to it, is interrupted. */
export const databaseFaults: Readonly<Record<string, Fault>> = {
  async 'restart the database'(context) {
    const { database } = context.cluster;
    await database.stop('fast');
    await pause(context, 0, maxAwayMs);
    await database.start();
  },
  async 'crash the database'(context) {
    const { database } = context.cluster;
    await crash(context, () => database.stop('immediate'));
    await pause(context, 0, maxAwayMs);
    await database.start();
  },
  async 'fail over'(context) {
    const { database } = context.cluster;
    await crash(context, () => database.failOver());
    await database.addStandby();
  },
  async 'cut connections'(context) {
    for (let cuts = context.random.between(1, 40); cuts > 0; cuts -= 1) {
      context.cluster.database.proxy.cut();
      await wait(cutPauseMs, undefined, { signal: context.signal });
    }
  },
  async 'hang the database'(context) {
    const { proxy } = context.cluster.database;
    proxy.freeze();
    await pause(context, 500, 6_000);
    proxy.resume();
  },
};

/** Throws when the node has ended by itself. */
function pickNode({ cluster, random }: FaultContext): ServiceNode {
  const node = random.pick(cluster.nodes);
  if (!node.process.isRunning()) throw new Error(`a node ended by itself: ${node.url}`);
  return node;
}

/** As a service manager does: while the database is away, a start may fail. */
async function startUntilReady(node: ServiceNode, { signal }: FaultContext): Promise<void> {
  for (const end = performance.now() + maxStartMs; performance.now() < end;) {
    node.start();
    const isReady = await node.process.ready.then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (node.process.isRunning()) throw new Error(`a node did not become ready: ${node.url}`);
    await wait(500, undefined, { signal });
  }
  throw new Error(`a node did not start in ${maxStartMs / 1000} s: ${node.url}`);
}

async function crash({ databaseCrashes }: FaultContext, work: () => Promise<void>): Promise<void> {
  const startMs = performance.now();
  await work();
  databaseCrashes.push({ startMs, endMs: performance.now() });
}

async function pause({ random, signal }: FaultContext, minMs: number, maxMs: number): Promise<void> {
  await wait(random.between(minMs, maxMs), undefined, { signal });
}
