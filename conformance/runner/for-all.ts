import fc from 'fast-check';
import { Untested, type CaseBreach, type Property } from '../check.ts';
import type { Meter } from '../client/budget.ts';
import { deriveSeed } from './derive-seed.ts';
import type { Replay } from './replay.ts';

/** A case that broke something, and where to find it again. */
export interface Counterexample {
  readonly label: string;
  readonly path: string;
  readonly breaches: readonly CaseBreach[];
}

export interface PropertyRun {
  readonly checkSeed: number;
  /** Multiplies the sampled cases. */
  readonly runs: number;
  readonly meter: Meter;
  readonly replay: Replay['property'] | undefined;
}

/** What a replay string that fits nothing is told: judging nothing is no pass. */
export const noSuchCase = 'the replay string names no case of this check; it may be of another version';

const defaultWidth = 8;
const mostShrinks = 24;
const agentsAShrinkKeeps = 3;

/** One case after the other or side by side; stops sending once a case has failed. */
async function firstFailure<T>(
  cases: readonly T[],
  width: number,
  judge: Property<T>['judge'],
): Promise<{ index: number; breaches: readonly CaseBreach[] } | undefined> {
  for (let start = 0; start < cases.length; start += width) {
    const batch = cases.slice(start, start + width);
    const found = await Promise.all(batch.map((value) => judge(value)));
    const at = found.findIndex((breaches) => breaches.length > 0);
    if (at !== -1) return { index: start + at, breaches: found[at] ?? [] };
  }
  return undefined;
}

/** Whether an experiment beyond the plan may be paid for. */
function mayTry({ meter }: PropertyRun): boolean {
  const { requests, messages, agents } = meter.left();
  return requests >= 10 && messages >= 1 && agents >= agentsAShrinkKeeps;
}

/** Follows the path of a failing case to a smaller one, for as long as the budget lasts. */
async function shrink<T>(property: Property<T>, run: PropertyRun, seed: number, index: number) {
  let left = mostShrinks;
  let smallest: readonly CaseBreach[] | undefined;
  const stillFails = async (value: T): Promise<boolean> => {
    if (left <= 0 || !mayTry(run)) return true;
    left -= 1;
    const breaches = await property.judge(value);
    if (breaches.length > 0) smallest = breaches;
    return breaches.length === 0;
  };
  const law = fc.asyncProperty(property.arbitrary, stillFails);
  const details = await fc.check(law, { seed, path: String(index), numRuns: 1, endOnFailure: false });
  return { path: details.counterexamplePath ?? String(index), breaches: smallest };
}

/** Follows a failing example to simpler forms of it; the path tells which one was taken at each step. */
async function simplify<T>(
  property: Property<T>,
  run: PropertyRun,
  failed: { readonly value: T; readonly path: string; readonly breaches: readonly CaseBreach[] },
): Promise<Counterexample> {
  let smallest = failed;
  let left = mostShrinks;
  for (let candidates = property.simpler?.(failed.value) ?? []; candidates.length > 0;) {
    const before = smallest;
    for (const [index, value] of candidates.entries()) {
      if (left <= 0 || !mayTry(run)) break;
      left -= 1;
      const breaches = await property.judge(value);
      if (breaches.length === 0) continue;
      smallest = { value, path: `${before.path}.${index}`, breaches };
      break;
    }
    candidates = smallest === before ? [] : (property.simpler?.(smallest.value) ?? []);
  }
  return { label: property.label, path: smallest.path, breaches: smallest.breaches };
}

/** The case that a path leads to, or undefined. */
function caseAt<T>(property: Property<T>, seed: number, path: string): T | undefined {
  if (!path.startsWith('e')) return fc.sample(property.arbitrary, { seed, path, numRuns: 1 })[0];
  const [first, ...steps] = path.slice(1).split('.').map(Number);
  let value = property.examples?.[first ?? -1];
  for (const step of steps) value = value === undefined ? undefined : property.simpler?.(value)[step];
  return value;
}

async function replayOne<T>(
  property: Property<T>,
  seed: number,
  path: string,
): Promise<Counterexample | undefined> {
  const value = caseAt(property, seed, path);
  if (value === undefined) throw new Untested(noSuchCase);
  const breaches = await property.judge(value);
  return breaches.length === 0 ? undefined : { label: property.label, path, breaches };
}

/** Judges a property: its examples, then sampled cases. The first counterexample, shrunk, or undefined. */
export async function forAll<T>(
  property: Property<T>,
  run: PropertyRun,
): Promise<Counterexample | undefined> {
  const { label, judge } = property;
  const seed = deriveSeed(run.checkSeed, label);
  if (run.replay !== undefined) {
    return run.replay.label === label ? replayOne(property, seed, run.replay.path) : undefined;
  }
  const width = property.width ?? defaultWidth;
  const examples = property.examples ?? [];
  const failed = await firstFailure(examples, width, judge);
  const example = failed && examples[failed.index];
  if (failed !== undefined && example !== undefined) {
    return simplify(property, run, { value: example, path: `e${failed.index}`, breaches: failed.breaches });
  }
  const numRuns = Math.round(property.runs * run.runs);
  if (numRuns === 0) return undefined;
  const sampled = fc.sample(property.arbitrary, { seed, numRuns });
  const found = await firstFailure(sampled, width, judge);
  if (found === undefined) return undefined;
  if (property.shrinks === false) return { label, path: String(found.index), breaches: found.breaches };
  const smaller = await shrink(property, run, seed, found.index);
  return smaller.breaches === undefined
    ? { label, path: String(found.index), breaches: found.breaches }
    : { label, path: smaller.path, breaches: smaller.breaches };
}
