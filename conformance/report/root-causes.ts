import { requirements, type RequirementId } from '../../generated/requirements.ts';
import type { CheckResult } from '../runner/run-check.ts';
import type { ClauseFailure } from './clause-result.ts';
import { kindOf, minWheres, symptomsOf, type Symptom } from './symptom.ts';

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
  readonly symptoms: readonly Symptom[];
}

/** A symptom with the failures that it explains. */
interface Group {
  readonly symptom: Symptom;
  readonly entries: readonly Entry[];
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

/** The symptoms of entries with all that have them: not those that are seen in too few places to be one. */
function groupsOf(entries: readonly Entry[]): readonly Group[] {
  const groups = new Map<string, { symptom: Symptom; entries: Entry[]; wheres: Set<string> }>();
  for (const entry of entries) {
    for (const symptom of entry.symptoms) {
      const group = groups.get(symptom.key) ?? { symptom, entries: [], wheres: new Set() };
      groups.set(symptom.key, group);
      if (!group.entries.includes(entry)) group.entries.push(entry);
      if (symptom.where !== undefined) group.wheres.add(symptom.where);
    }
  }
  return [...groups.values()].filter(
    ({ symptom, wheres }) => symptom.where === undefined || wheres.size >= minWheres,
  );
}

/** How much is broken: each kind of failure counts once, however many checks saw it. */
function breadthOf(entries: readonly Entry[]): number {
  return new Set(entries.map(({ failure }) => kindOf(failure))).size;
}

/** A small set of symptoms that explains all entries: the one that explains most, then of what is left, again. */
function explained(entries: readonly Entry[]): readonly Group[] {
  const found: Group[] = [];
  let left = entries;
  while (left.length > 0) {
    const [best] = groupsOf(left).toSorted(
      (a, b) =>
        breadthOf(b.entries) - breadthOf(a.entries) ||
        b.entries.length - a.entries.length ||
        Number(b.symptom.title !== undefined) - Number(a.symptom.title !== undefined),
    );
    if (best === undefined) throw new Error('every failure has a symptom');
    found.push(best);
    left = left.filter((entry) => !best.entries.includes(entry));
  }
  return found;
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

/** Whether a failure breaks its clause as directly as the first one does. */
function isDirect({ failure: one }: Entry, { failure: first }: Entry, { title }: Symptom): boolean {
  const lacksInList = first.requirement === 'R-4.2-07' && first.actual.endsWith('got nothing');
  return (
    title !== undefined ||
    one.actual === first.actual ||
    distanceOf(one) === distanceOf(first) ||
    (lacksInList && one.requirement === 'R-4.2-04')
  );
}

function titleOf({ symptom, entries }: Group): string | undefined {
  return symptom.title?.(entries.map(({ failure }) => failure));
}

function causeOf({ symptom, entries }: Group, inside: readonly ClauseFailure[]): RootCause {
  const ordered = entries.toSorted((a, b) => distanceOf(a.failure) - distanceOf(b.failure));
  const [first] = ordered;
  if (first === undefined) throw new Error('a cause has a failure');
  const { failure } = first;
  const clausesOf = (some: readonly Entry[]): readonly RequirementId[] =>
    unique(some.map((one) => one.failure.requirement));
  const clauses = clausesOf(ordered.filter((one) => isDirect(one, first, symptom)));
  const sequences = new Set(entries.map((one) => one.failure.sequence));
  const within = inside.filter(({ sequence }) => sequences.has(sequence));
  const followed = [...clausesOf(ordered), ...within.map(({ requirement }) => requirement)];
  return {
    title:
      symptom.title?.(ordered.map((one) => one.failure)) ??
      `Does not hold: ${textOf.get(failure.requirement) ?? failure.expected}`,
    clauses,
    consequences: unique(followed).filter((id) => !clauses.includes(id)),
    failure,
    count: entries.length + within.length,
    checks: unique([...entries.map((one) => one.failure), ...within].map(({ checkId }) => checkId)),
  };
}

/** Whether a success as such is wrong: then what it has says nothing more. */
function isWrongSuccess({ isOfModel, response, actual }: ClauseFailure): boolean {
  const { status = 500 } = response ?? {};
  return isOfModel === undefined && status < 300 && actual.startsWith(`status ${status}`);
}

/** The failures of a run, and those of them that only say what is in a response which should not have been a success. */
function separated(results: readonly CheckResult[]) {
  const failures = results.flatMap(({ id, failures: own }) => own.map((one) => ({ ...one, checkId: id })));
  const wrong = new Set(failures.filter(isWrongSuccess).map(({ sequence }) => sequence));
  const isInWrong = (one: ClauseFailure): boolean =>
    one.sequence !== undefined && wrong.has(one.sequence) && !isWrongSuccess(one);
  return Map.groupBy(failures, (one) => (isInWrong(one) ? 'inside' : 'direct'));
}

/** The causes of a run's failures: the one that breaks most first, then the nearest to what is broken. */
export function rootCauses(results: readonly CheckResult[]): readonly RootCause[] {
  const { direct = [], inside = [] } = Object.fromEntries(separated(results));
  const groups = explained(direct.map((failure) => ({ failure, symptoms: symptomsOf(failure) })));
  // Several symptoms may say the same.
  const byTitle = Map.groupBy(groups, (group) => titleOf(group) ?? group);
  const merged = [...byTitle.values()].flatMap(([first, ...same]) =>
    first === undefined ? [] : [{ ...first, entries: [first, ...same].flatMap((group) => group.entries) }],
  );
  const rank = ({ failure }: RootCause): number => Math.max(0, distanceOf(failure) - 1);
  return merged
    .map((group) => ({ breadth: breadthOf(group.entries), cause: causeOf(group, inside) }))
    .toSorted(
      (a, b) => b.breadth - a.breadth || rank(a.cause) - rank(b.cause) || b.cause.count - a.cause.count,
    )
    .map(({ cause }) => cause);
}
