import fc from 'fast-check';
import type { CaseBreach, Property } from '../check.ts';
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

/** Follows the path of a failing case to a smaller one, for as long as the budget lasts. */
async function shrink<T>(property: Property<T>, run: PropertyRun, seed: number, index: number) {
  let left = mostShrinks;
  let smallest: readonly CaseBreach[] | undefined;
  const stillFails = async (value: T): Promise<boolean> => {
    const { requests, messages, agents } = run.meter.left();
    if (left <= 0 || requests < 10 || messages < 1 || agents < agentsAShrinkKeeps) return true;
    left -= 1;
    const breaches = await property.judge(value);
    if (breaches.length > 0) smallest = breaches;
    return breaches.length === 0;
  };
  const law = fc.asyncProperty(property.arbitrary, stillFails);
  const details = await fc.check(law, { seed, path: String(index), numRuns: 1, endOnFailure: false });
  return { path: details.counterexamplePath ?? String(index), breaches: smallest };
}

async function replayOne<T>(
  property: Property<T>,
  seed: number,
  path: string,
): Promise<Counterexample | undefined> {
  const example = /^e(\d+)$/.exec(path)?.[1];
  const value =
    example === undefined
      ? fc.sample(property.arbitrary, { seed, path, numRuns: 1 })[0]
      : property.examples?.[Number(example)];
  if (value === undefined) return undefined;
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
  if (failed !== undefined) return { label, path: `e${failed.index}`, breaches: failed.breaches };
  const numRuns = Math.round(property.runs * run.runs);
  if (numRuns === 0) return undefined;
  const sampled = fc.sample(property.arbitrary, { seed, numRuns });
  const found = await firstFailure(sampled, width, judge);
  if (found === undefined) return undefined;
  const smaller = await shrink(property, run, seed, found.index);
  return smaller.breaches === undefined
    ? { label, path: String(found.index), breaches: found.breaches }
    : { label, path: smaller.path, breaches: smaller.breaches };
}
