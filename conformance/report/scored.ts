import type { RequirementId } from '../../generated/requirements.ts';
import releases from '../releases.json' with { type: 'json' };
import type { CheckResult, Failure } from '../runner/run-check.ts';

/** What counts for a released version of the contract: its binding requirements, and the checks that there were. */
interface Scored {
  readonly requirements: readonly string[];
  readonly checks: readonly string[];
}

export type Releases = Readonly<Record<string, Scored>>;

const all: Releases = releases;

/** The released versions of the contract, the oldest first. */
export const releasedVersions = Object.keys(all);

/** Whether a requirement counts in a run for a released version; all do without one. */
export function isScored(id: RequirementId, version: string | undefined): boolean {
  return version === undefined || all[version]?.requirements.includes(id) === true;
}

const unscored = (id: RequirementId, version: unknown): string =>
  `not scored for contract ${String(version)}: ${id}:`;

/** Whether a report for a released version says that a violation of a requirement does not count. */
export function isUnscored(
  id: RequirementId,
  {
    options,
    checks,
  }: { readonly options: object & { readonly contract?: unknown }; readonly checks: readonly CheckResult[] },
): boolean {
  const start = unscored(id, options.contract);
  return checks.some(({ warnings }) => warnings.some(({ text }) => text.startsWith(start)));
}

/**
 * The results of a run as they count for a released version: what a later check found, or of a later requirement, is a
 * warning, so that whoever conformed to that version still does.
 */
export function scoredResults(
  results: readonly CheckResult[],
  version: string | undefined,
): readonly CheckResult[] {
  return results.map((result) => {
    const isLater = ({ requirement }: Failure): boolean =>
      !isScored(requirement, version) || all[version ?? '']?.checks.includes(result.id) === false;
    const later = result.failures.filter(isLater);
    if (later.length === 0) return result;
    const failures = result.failures.filter((failure) => !isLater(failure));
    const warnings = later.map(({ requirement, expected, actual, curl }) => ({
      text: `${unscored(requirement, version)} expected ${expected}, but ${actual}`,
      ...(curl !== undefined && { curl }),
    }));
    return {
      ...result,
      failures,
      outcome: failures.length === 0 && result.outcome === 'fail' ? 'pass' : result.outcome,
      warnings: [...result.warnings, ...warnings],
    };
  });
}
