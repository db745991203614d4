import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { allChecks } from '../checks/all-checks.ts';
import { runCombination, type CombinationResult } from './combinations.ts';
import { soundDeployments } from './conforming/all.ts';
import { embeddable } from './conforming/embeddable.ts';
import { mutants } from './defects/all.ts';
import type { Mutant } from './mutant.ts';
import {
  findMutant,
  runConforming,
  runMutant,
  type FalseAlarm,
  type Found,
  type MutantResult,
  type SuiteSetup,
} from './run-mutant.ts';
import type { Check, Profile } from '../check.ts';

/**
 * A run of the suite: against a mutant, by its id, with the checks of its clause, or those of a profile until one fails;
 * against the combination of a seed; or against a conforming server, by its name.
 */
export type Trial =
  | { readonly mutant: string; readonly profile?: Profile }
  | { readonly combination: number }
  | { readonly deployment: string; readonly seed: number };

export interface TrialOptions extends Omit<SuiteSetup, 'checks'> {
  readonly whole: boolean;
}

/** A thread returns data only: a mutant by its id. */
type Outcome =
  | (Omit<MutantResult, 'mutant'> & { readonly mutant: string })
  | Found
  | CombinationResult
  | readonly FalseAlarm[];

interface Share extends TrialOptions {
  readonly trials: readonly Trial[];
}

const concurrency = 6;

function find<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): Item {
  const item = items.find(isWanted);
  if (item === undefined) throw new Error('no such mutant or conforming server');
  return item;
}

function mutantOf(id: string): Mutant {
  return find(mutants, (mutant) => mutant.id === id);
}

async function runTrial(trial: Trial, { whole, ...options }: TrialOptions): Promise<Outcome> {
  const setup = { ...options, checks: checksFor(options.browserPath) };
  if ('mutant' in trial && trial.profile !== undefined)
    return findMutant(mutantOf(trial.mutant), trial.profile, setup);
  if ('mutant' in trial) {
    const { mutant, ...result } = await runMutant(mutantOf(trial.mutant), setup, whole);
    return { ...result, mutant: mutant.id };
  }
  if ('combination' in trial) return runCombination({ ...setup, seed: trial.combination });
  const deployment = find(soundDeployments, ({ name }) => name === trial.deployment);
  const browserPath = deployment === embeddable ? setup.browserPath : undefined;
  return runConforming(deployment, { ...setup, seed: trial.seed, browserPath });
}

/** The checks that can run with or without a browser. */
export function checksFor(browserPath: string | undefined): readonly Check[] {
  return allChecks.filter(({ needs }) => browserPath !== undefined || !needs?.includes('browser'));
}

async function runShare({ trials, ...options }: Share): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = trials.entries();
  const next = async (): Promise<void> => {
    for (const [index, trial] of queue) outcomes[index] = await runTrial(trial, options);
  };
  await Promise.all(Array.from({ length: concurrency }, next));
  return outcomes;
}

function runInThread(share: Share): Promise<readonly Outcome[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.once('message', resolve).once('error', reject);
  });
}

/** Runs the trials in a thread for each processor; results and alarms are in the order of the trials. */
export async function runTrials(trials: readonly Trial[], options: TrialOptions) {
  const threads = Math.min(availableParallelism(), trials.length);
  const shares = Array.from({ length: threads }, (_, thread) =>
    trials.filter((_trial, index) => index % threads === thread),
  );
  const outcomes = await Promise.all(shares.map((share) => runInThread({ ...options, trials: share })));
  const inOrder = trials.map((_, index) => outcomes[index % threads]?.[Math.floor(index / threads)] ?? []);
  return {
    results: inOrder.flatMap((one) => ('killed' in one ? [{ ...one, mutant: mutantOf(one.mutant) }] : [])),
    combinations: inOrder.flatMap((one) => ('titles' in one ? [one] : [])),
    found: inOrder.flatMap((one) => ('profile' in one ? [one] : [])),
    alarms: inOrder.flatMap((one) => ('mutant' in one || 'titles' in one ? [] : one)),
  };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- The port of a thread has no origin.
if (!isMainThread) parentPort?.postMessage(await runShare(workerData as Share));
