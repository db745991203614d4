import { requirements, type RequirementId } from '../../generated/requirements.ts';
import type { CheckResult } from '../runner/run-check.ts';
import type { ClauseFailure } from './clause-result.ts';
import { symptomOf, type Symptom } from './symptom.ts';

/** Failures that have one cause, as one entry of a report. */
export interface RootCause {
  /** What is wrong, in one sentence. */
  readonly title: string;
  /** The clauses that are broken, the most specific first. */
  readonly clauses: readonly RequirementId[];
  /** Clauses that most likely fail only because the others do. */
  readonly consequences: readonly RequirementId[];
  /** The failure that shows it best. */
  readonly failure: ClauseFailure;
  /** How many failures have this cause. */
  readonly count: number;
  /** The checks that failed for it. */
  readonly checks: readonly string[];
}

interface Entry {
  readonly failure: ClauseFailure;
  readonly symptom: Symptom;
}

const textOf = new Map<string, string>(requirements.map(({ id, text }) => [id, text]));

// What a broken field or a broken rule of an operation breaks as well.
const general: ReadonlySet<string> = new Set(['R-4.2-04', 'R-4.3-02', 'R-4.3-03', 'R-4.3-10']);

/** How far a failure is from its cause: -1 for a whole object or path, 0 for a field or an event, then what follows. */
function distanceOf({ requirement, expected, actual }: ClauseFailure): number {
  if (requirement === 'R-1-10') return -1;
  // The list differs from the create: the field was stored.
  if (requirement === 'R-4.2-07') return actual.startsWith('created nothing') ? 2 : -1;
  const isWhole = expected.includes('as a JSON object') || /^config missing|, .* missing/.test(actual);
  if (requirement === 'R-4.3-02' && isWhole) return -1;
  if (general.has(requirement)) return 2;
  return /^R-(2\.|6-)/.test(requirement) ? 0 : 1;
}

/** Puts entries that share a key in one group, directly or by way of others. */
function connected(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groupOf = new Map<string, Entry[]>();
  for (const entry of entries) {
    const keys = [entry.failure.requirement, ...entry.symptom.keys];
    const groups = new Set(keys.flatMap((key) => groupOf.get(key) ?? []).map((one) => one));
    const merged = [...groups, entry];
    const all = new Set(merged.flatMap(({ failure, symptom }) => [failure.requirement, ...symptom.keys]));
    for (const key of all) groupOf.set(key, merged);
  }
  return [...new Set(groupOf.values())];
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

/** Whether a failure breaks its clause as directly as the first one does. */
function isDirect({ failure: one, symptom }: Entry, { failure: first, symptom: shown }: Entry): boolean {
  const lacksInList = first.requirement === 'R-4.2-07' && first.actual.endsWith('got nothing');
  return (
    symptom.keys[0] === shown.keys[0] ||
    one.actual === first.actual ||
    distanceOf(one) === distanceOf(first) ||
    (lacksInList && one.requirement === 'R-4.2-04')
  );
}

/** What the responses alone say; one status of many operations is one of all. */
function titleOf(group: readonly Entry[]): string | undefined {
  const titled = group.filter(({ symptom: { title } }) => title !== undefined);
  const [first] = titled;
  const same = titled.filter(({ symptom }) => symptom.keys[0] === first?.symptom.keys[0]);
  const operations = new Set(same.map(({ failure }) => failure.operation));
  const status = first?.failure.response?.status;
  const key = first?.symptom.keys[0];
  if (operations.size >= 3 && key === `status ${status}`) return `Everything responds with ${status}`;
  if (operations.size >= 3 && key === 'errors with success') return `All errors come with status ${status}`;
  return first?.symptom.title;
}

function causeOf(group: readonly Entry[]): RootCause {
  const ordered = group.toSorted((a, b) => distanceOf(a.failure) - distanceOf(b.failure));
  const [first] = ordered;
  if (first === undefined) throw new Error('a cause has a failure');
  const { failure } = first;
  const clausesOf = (entries: readonly Entry[]): readonly RequirementId[] =>
    unique(entries.map((one) => one.failure.requirement));
  const clauses = clausesOf(ordered.filter((one) => isDirect(one, first)));
  return {
    title: titleOf(ordered) ?? `Does not hold: ${textOf.get(failure.requirement) ?? failure.expected}`,
    clauses,
    consequences: clausesOf(ordered).filter((id) => !clauses.includes(id)),
    failure,
    count: group.length,
    checks: unique(group.map((one) => one.failure.checkId)),
  };
}

/** The causes of a run's failures: the broadest first, then in the order in which the run met them. */
export function rootCauses(results: readonly CheckResult[]): readonly RootCause[] {
  const entries = results.flatMap(({ id, failures }) =>
    failures
      .map((failure) => ({ ...failure, checkId: id }))
      .map((failure) => ({ failure, symptom: symptomOf(failure) })),
  );
  const rank = ({ failure }: RootCause): number => Math.max(0, distanceOf(failure) - 1);
  return connected(entries)
    .map(causeOf)
    .toSorted((a, b) => rank(a) - rank(b));
}
