import fc, { type Arbitrary } from 'fast-check';
import { deriveSeed, somePositions, Untested, type Finding, type Property } from '../check.ts';
import type { Meter } from '../client/meter.ts';

/** Identifies one failure, so that it can be repeated alone. */
export interface Replay {
  readonly checkId: string;
  readonly seed: number;
  /**
   * The property within the check and the path of its counterexample: one of fast-check, or `e`, the index of an
   * example and the indexes of its simplifications.
   */
  readonly property?: { readonly label: string; readonly path: string };
}

const replayPattern = /^([a-z-]+\/[a-z0-9-]+)@(\d+)(?:@([a-z0-9-]+)@(e\d+(?:\.\d+)*|[\d:]+))?$/;

/** `agents/keeps-text@42@text@3:0:1`; without the last two where the check has no property. */
export function encodeReplay({ checkId, seed, property }: Replay): string {
  return [checkId, seed, ...(property ? [property.label, property.path] : [])].join('@');
}

/** The inverse of encodeReplay; undefined for an invalid replay string. */
export function decodeReplay(text: string): Replay | undefined {
  const [, checkId, seed, label, path] = replayPattern.exec(text.trim()) ?? [];
  if (checkId === undefined || !Number.isSafeInteger(Number(seed))) return undefined;
  const replay = { checkId, seed: Number(seed) };
  return label === undefined || path === undefined ? replay : { ...replay, property: { label, path } };
}

/** A case that violates a clause, and its path for a replay. */
interface Counterexample {
  readonly label: string;
  readonly path: string;
  readonly findings: readonly Finding[];
  /** Set where the case did not fail each time that it was repeated. */
  readonly flaky?: Flaky;
}

/** How often a case failed of all times that it ran. */
export interface Flaky {
  readonly failed: number;
  readonly runs: number;
}

interface PropertyRun {
  readonly checkSeed: number;
  /** Multiplies the sampled cases. */
  readonly runs: number;
  readonly meter: Meter;
  readonly replay: Replay['property'] | undefined;
  /** True where only sampled cases run: examples are the same with every seed. */
  readonly sampledOnly?: boolean | undefined;
  /** False where properties have room for some of their examples. */
  readonly isWhole?: boolean;
  /** Whether a finding is in the baseline: it is reported, and the search goes on. */
  readonly isKnown?: (finding: Finding) => boolean;
  readonly onKnown?: (finding: Finding, path: string) => void;
}

/** Why a replay that runs no case is untested. */
export const noSuchCase = 'the replay string names no case of this check; it may be of another version';

const defaultConcurrency = 8;
const maxShrinks = 24;
const sampledShare = 0.25;
const agentsPerShrink = 3;
export const maxRepetitions = 3;

/** Runs cases in batches, and sends no more once a case has failed. Rejects where none failed and one ended early. */
async function firstFailure<T>(
  cases: readonly T[],
  { verify, concurrency = defaultConcurrency }: Property<T>,
  { isKnown = () => false, onKnown }: PropertyRun,
  pathOf: (index: number) => string = String,
): Promise<{ index: number; findings: readonly Finding[] } | undefined> {
  for (let start = 0; start < cases.length; start += concurrency) {
    const batch = cases.slice(start, start + concurrency);
    const ended = await Promise.allSettled(batch.map((value) => verify(value)));
    const found = ended.map((one, index) => {
      const findings = one.status === 'fulfilled' ? one.value : [];
      for (const finding of findings.filter(isKnown)) onKnown?.(finding, pathOf(start + index));
      return findings.filter((finding) => !isKnown(finding));
    });
    const failed = found.findIndex((findings) => findings.length > 0);
    if (failed !== -1) return { index: start + failed, findings: found[failed] ?? [] };
    const early = ended.find((one) => one.status === 'rejected');
    if (early !== undefined) throw early.reason;
  }
  return undefined;
}

/** A property that finds nothing that is known: a failure must not be shrunk to a known one. */
function withoutKnown<T>(property: Property<T>, { isKnown = () => false }: PropertyRun): Property<T> {
  const verify = async (value: T) => (await property.verify(value)).filter((finding) => !isKnown(finding));
  return { ...property, verify };
}

/** Whether the budget is enough for one more case beyond the plan. */
function hasBudget({ meter }: PropertyRun): boolean {
  const { requests, messages, agents } = meter.left();
  return requests >= 10 && messages >= 1 && agents >= agentsPerShrink;
}

/** The findings of a simpler case; none where it ends early, such as for the budget: the failure that is known stays. */
function verifyAgain<T>(verify: Property<T>['verify'], value: T): Promise<readonly Finding[]> {
  return verify(value).catch(() => []);
}

/** Shrinks a failing sampled case within the budget, by fast-check. */
async function shrink<T>(
  { label, verify }: Property<T>,
  arbitrary: Arbitrary<T>,
  run: PropertyRun,
  seed: number,
  failed: { readonly index: number; readonly findings: readonly Finding[] },
): Promise<Counterexample> {
  let left = maxShrinks;
  let smallest: readonly Finding[] | undefined;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (left <= 0 || !hasBudget(run)) return true;
    left -= 1;
    const findings = await verifyAgain(verify, value);
    if (findings.length > 0) smallest = findings;
    return findings.length === 0;
  });
  const path = String(failed.index);
  const details = await fc.check(property, { seed, path, numRuns: 1, endOnFailure: false });
  if (smallest === undefined) return { label, path, findings: failed.findings };
  return { label, path: details.counterexamplePath ?? path, findings: smallest };
}

/** Follows a failing example to simpler forms of it within the budget; the path has the index of each step. */
async function simplify<T>(
  { label, simpler, verify }: Property<T>,
  run: PropertyRun,
  failed: { readonly value: T; readonly path: string; readonly findings: readonly Finding[] },
): Promise<Counterexample> {
  let smallest = failed;
  let left = maxShrinks;
  for (let candidates = simpler?.(failed.value) ?? []; candidates.length > 0;) {
    const before = smallest;
    for (const [index, value] of candidates.entries()) {
      if (left <= 0 || !hasBudget(run)) break;
      left -= 1;
      const findings = await verifyAgain(verify, value);
      if (findings.length === 0) continue;
      smallest = { value, path: `${before.path}.${index}`, findings };
      break;
    }
    candidates = smallest === before ? [] : (simpler?.(smallest.value) ?? []);
  }
  return { label, path: smallest.path, findings: smallest.findings };
}

function caseAt<T>(property: Property<T>, seed: number, path: string): T | undefined {
  if (!path.startsWith('e'))
    return property.arbitrary && fc.sample(property.arbitrary, { seed, path, numRuns: 1 })[0];
  const [first, ...steps] = path.slice(1).split('.').map(Number);
  let value = property.examples?.[first ?? -1];
  for (const step of steps) value = value === undefined ? undefined : property.simpler?.(value)[step];
  return value;
}

async function replayCase<T>(
  property: Property<T>,
  seed: number,
  path: string,
): Promise<Counterexample | undefined> {
  const value = caseAt(property, seed, path);
  if (value === undefined) throw new Untested(noSuchCase);
  const findings = await property.verify(value);
  return findings.length === 0 ? undefined : { label: property.label, path, findings };
}

/** Runs a failing case three more times within the budget; it is flaky where it does not fail each time. */
async function withRepetitions<T>(
  found: Counterexample,
  property: Property<T>,
  seed: number,
  run: PropertyRun,
): Promise<Counterexample> {
  const value = caseAt(property, seed, found.path);
  if (value === undefined) return found;
  const { verify } = withoutKnown(property, run);
  const flaky = await repetitions(
    async () => (await verify(value)).length > 0,
    () => hasBudget(run),
  );
  return { ...found, ...(flaky && { flaky }) };
}

/**
 * Repeats what has failed three times, or as often as the budget allows. Returns how often it failed, the first time
 * included, or undefined where it always did.
 */
export async function repetitions(
  failsAgain: () => Promise<boolean>,
  hasBudgetLeft: () => boolean,
): Promise<Flaky | undefined> {
  let failed = 1;
  let runs = 1;
  while (runs <= maxRepetitions && hasBudgetLeft()) {
    // What keeps a repetition from its end says nothing about the case.
    const again = await failsAgain().catch(() => undefined);
    if (again === undefined) break;
    runs += 1;
    if (again) failed += 1;
  }
  return failed < runs ? { failed, runs } : undefined;
}

/** Checks a property: its examples, then sampled cases. Returns the first counterexample, shrunk, or undefined. */
export async function forAll<T>(
  property: Property<T>,
  run: PropertyRun,
): Promise<Counterexample | undefined> {
  const { label, examples = [] } = property;
  const seed = deriveSeed(run.checkSeed, label);
  if (run.replay !== undefined) {
    return run.replay.label === label ? replayCase(property, seed, run.replay.path) : undefined;
  }
  const all = examples.map((_, index) => index);
  const { few = all.length } = property;
  const chosen = run.isWhole === false ? somePositions(all.length, few, seed) : all;
  const found = await search(property, run.sampledOnly === true ? [] : chosen, run, seed);
  return found && withRepetitions(found, property, seed, run);
}

async function search<T>(
  property: Property<T>,
  chosen: readonly number[],
  run: PropertyRun,
  seed: number,
): Promise<Counterexample | undefined> {
  const { label, arbitrary, few, runs = 0, examples = [] } = property;
  const cases = chosen.flatMap((at) => examples.slice(at, at + 1));
  const failed = await firstFailure(cases, property, run, (at) => `e${chosen[at]}`);
  const example = failed && cases[failed.index];
  if (failed !== undefined && example !== undefined) {
    return simplify(withoutKnown(property, run), run, {
      value: example,
      path: `e${chosen[failed.index]}`,
      findings: failed.findings,
    });
  }
  const share = run.isWhole === false && few !== undefined ? sampledShare : 1;
  const numRuns = Math.round(runs * run.runs * share);
  if (arbitrary === undefined || numRuns === 0) return undefined;
  const found = await firstFailure(fc.sample(arbitrary, { seed, numRuns }), property, run);
  if (found === undefined) return undefined;
  if (property.shrinks !== false) return shrink(withoutKnown(property, run), arbitrary, run, seed, found);
  return { label, path: String(found.index), findings: found.findings };
}
