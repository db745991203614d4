import type { CheckResult } from '../runner/check-result.ts';

/** A failure that is known, so that it does not fail a run: one clause, seen by one check. */
export interface KnownFailure {
  readonly requirement: string;
  readonly check: string;
}

/** A baseline held against a run. */
export interface BaselineVerdict {
  readonly known: readonly KnownFailure[];
  /** Entries that no longer fail, although their check was run: they have to go. */
  readonly stale: readonly KnownFailure[];
  readonly fresh: readonly KnownFailure[];
}

function isSame(one: KnownFailure, other: KnownFailure): boolean {
  return one.requirement === other.requirement && one.check === other.check;
}

/** Each failing clause and check of a run, once. */
export function failuresOf(results: readonly CheckResult[]): readonly KnownFailure[] {
  const all = results.flatMap(({ id, failures }) =>
    failures.map(({ requirement }) => ({ requirement, check: id })),
  );
  return all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index);
}

/** Reads `{ "failures": [{ "requirement": ..., "check": ... }] }`. Throws a plain Error for anything else. */
export function parseBaseline(text: string): readonly KnownFailure[] {
  const parsed = JSON.parse(text) as { failures?: unknown };
  const entries = parsed.failures;
  if (!Array.isArray(entries)) throw new Error('a baseline has an array of failures');
  return entries.map((entry: Partial<KnownFailure>) => {
    const { requirement, check } = entry;
    if (typeof requirement !== 'string' || typeof check !== 'string') {
      throw new Error('each failure of a baseline has requirement and check');
    }
    return { requirement, check };
  });
}

/** What of a run was known, what is new, and which known failures are gone. A check that did not run settles nothing. */
export function holdAgainst(
  baseline: readonly KnownFailure[],
  results: readonly CheckResult[],
): BaselineVerdict {
  const found = failuresOf(results);
  const known = found.filter((one) => baseline.some((entry) => isSame(one, entry)));
  const fresh = found.filter((one) => !baseline.some((entry) => isSame(one, entry)));
  const settled = new Set(
    results.filter(({ completed, outcome }) => completed || outcome === 'fail').map(({ id }) => id),
  );
  const stale = baseline.filter(
    (entry) => settled.has(entry.check) && !found.some((one) => isSame(one, entry)),
  );
  return { known, fresh, stale };
}
