import { isObject } from '../exchange.ts';
import { readExpectation, type Finding } from '../check.ts';

/** A failure that is known, so that it does not fail a run. What an entry leaves out matches anything. */
export interface KnownFailure {
  readonly requirement: string;
  readonly check: string;
  /** The expectation by its slug. */
  readonly slug?: string;
  /** Its sentence, for people, and for entries of before slugs: without its values and numbers, which differ between runs. */
  readonly expected?: string;
  /** The label of the property whose cases fail, such as `characters`. */
  readonly case?: string;
  /** Why it is accepted, for people. */
  readonly reason?: string;
  /** The last day on which it is accepted, as YYYY-MM-DD. */
  readonly expires?: string;
}

/** An expectation without the values and numbers in it. */
function classOf(expected: string): string {
  return expected.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\d+/g, '0');
}

/** Whether an entry is about a failure. */
export function matches(entry: KnownFailure, failure: KnownFailure): boolean {
  return (
    entry.requirement === failure.requirement &&
    entry.check === failure.check &&
    (entry.case === undefined || entry.case === failure.case) &&
    (entry.slug === undefined
      ? entry.expected === undefined || classOf(entry.expected) === classOf(failure.expected ?? '')
      : entry.slug === failure.slug)
  );
}

/** Whether a finding of a property is in the baseline. */
export function isKnownFinding(
  baseline: readonly KnownFailure[],
  check: string,
  label: string,
  finding: Finding,
): boolean {
  const { requirement } = finding;
  const { slug, expected } = readExpectation(finding.expected);
  return baseline.some((entry) => matches(entry, { requirement, check, slug, expected, case: label }));
}

/** The entries that have not expired on the day of `now`, in Unix milliseconds. */
export function notExpired(baseline: readonly KnownFailure[], now: number): readonly KnownFailure[] {
  const today = new Date(now).toISOString().slice(0, 10);
  return baseline.filter(({ expires }) => expires === undefined || expires >= today);
}

const fields = ['requirement', 'check', 'slug', 'expected', 'case', 'reason', 'expires'];

function parseEntry(entry: unknown): KnownFailure {
  if (!isObject(entry) || typeof entry['requirement'] !== 'string' || typeof entry['check'] !== 'string')
    throw new Error('each failure of a baseline has requirement and check');
  const wrong = Object.keys(entry).find((name) => !fields.includes(name) || typeof entry[name] !== 'string');
  if (wrong !== undefined) throw new Error(`a failure has ${wrong}, which is unknown or not a text`);
  const { expires } = entry;
  if (typeof expires === 'string' && !/^\d{4}-\d\d-\d\d$/.test(expires))
    throw new Error(`expires is a date such as 2027-01-31, not ${expires}`);
  return entry as unknown as KnownFailure;
}

/** Reads `{ "failures": [{ "requirement": ..., "check": ... }] }`. Throws Error for anything else. */
export function parseBaseline(text: string): readonly KnownFailure[] {
  const { failures } = JSON.parse(text) as { failures?: unknown };
  if (!Array.isArray(failures)) throw new Error('a baseline has an array of failures');
  return failures.map(parseEntry);
}
