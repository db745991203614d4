import { outcomeLabels, type ClauseOutcome, type ClauseResult } from './clause-result.ts';
import type { SuiteReport } from './suite-report.ts';

/** What a comparison reads of a report; reports of other versions of the suite have it too. */
export type ComparedReport = Pick<SuiteReport, 'clauses' | 'seed' | 'startedAt' | 'target'> &
  Partial<Pick<SuiteReport, 'causes' | 'versions' | 'options' | 'profile'>>;

interface Change {
  readonly id: string;
  readonly text: string;
  readonly before: ClauseOutcome | 'not in the report';
  readonly after: ClauseOutcome | 'not in the report';
}

/** The clauses whose result differs, and the causes that only one of two reports has. */
export interface ReportComparison {
  readonly broken: readonly Change[];
  readonly repaired: readonly Change[];
  /** Checked in the old report, and not in the new one. */
  readonly lost: readonly Change[];
  /** Checked in the new report alone. */
  readonly gained: readonly Change[];
  readonly other: readonly Change[];
  readonly newCauses: readonly string[];
  readonly goneCauses: readonly string[];
  /** What was different about the runs themselves, a line each. */
  readonly runs: readonly string[];
}

function isBad(outcome: Change['after']): boolean {
  return outcome === 'fail' || outcome === 'tolerated';
}

function kindOf({ before, after }: Change): 'broken' | 'repaired' | 'lost' | 'gained' | 'other' {
  if (isBad(after) && !isBad(before)) return 'broken';
  if (isBad(before) && after === 'pass') return 'repaired';
  if (before === 'pass' || isBad(before)) return 'lost';
  return after === 'pass' ? 'gained' : 'other';
}

function changesOf(old: readonly ClauseResult[], current: readonly ClauseResult[]): readonly Change[] {
  const before = new Map(old.map((clause) => [clause.id, clause]));
  const after = new Map(current.map((clause) => [clause.id, clause]));
  const clauses = new Map([...before, ...after]);
  return [...clauses.values()]
    .map(({ id, text }) => ({
      id,
      text,
      before: before.get(id)?.outcome ?? ('not in the report' as const),
      after: after.get(id)?.outcome ?? ('not in the report' as const),
    }))
    .filter((change) => change.before !== change.after);
}

/** The settings that explain a difference: a seed, a profile or a version. */
function runDifferences(old: ComparedReport, current: ComparedReport): readonly string[] {
  const facts = (report: ComparedReport): Readonly<Record<string, string>> => ({
    target: report.target.baseUrl,
    seed: String(report.seed),
    suite: report.versions?.suite ?? 'unknown',
    contract: report.versions?.contract ?? 'unknown',
    ...Object.fromEntries(Object.entries(report.options ?? {}).map(([name, value]) => [name, String(value)])),
  });
  const [before, after] = [facts(old), facts(current)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'reportDir' && name !== 'baseUrl',
  );
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? 'not given'}, now ${after[name] ?? 'not given'}`);
}

/** Compares two reports, clause by clause. */
export function compareReports(old: ComparedReport, current: ComparedReport): ReportComparison {
  const changes = Map.groupBy(changesOf(old.clauses, current.clauses), kindOf);
  const titles = ({ causes = [] }: ComparedReport): readonly string[] => causes.map(({ title }) => title);
  return {
    broken: changes.get('broken') ?? [],
    repaired: changes.get('repaired') ?? [],
    lost: changes.get('lost') ?? [],
    gained: changes.get('gained') ?? [],
    other: changes.get('other') ?? [],
    newCauses: titles(current).filter((title) => !titles(old).includes(title)),
    goneCauses: titles(old).filter((title) => !titles(current).includes(title)),
    runs: runDifferences(old, current),
  };
}

function block(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title} (${lines.length})`, ...lines.map((line) => `  ${line}`), ''];
}

/** A comparison as text: what is broken first. */
export function printComparison(comparison: ReportComparison): string {
  const { broken, repaired, lost, gained, other, newCauses, goneCauses, runs } = comparison;
  // A report of another version may have other outcomes.
  const labels: Readonly<Partial<Record<string, string>>> = outcomeLabels;
  const label = (outcome: string): string => labels[outcome] ?? outcome;
  const line = ({ id, text, before, after }: Change): string =>
    `${id}  ${label(before)}, now ${label(after)}: ${text}`;
  const lines = [
    ...block('Newly violated', broken.map(line)),
    ...block('New causes', newCauses),
    ...block('No longer checked', lost.map(line)),
    ...block('Repaired', repaired.map(line)),
    ...block('Causes that are gone', goneCauses),
    ...block('Newly checked', gained.map(line)),
    ...block('Other changes', other.map(line)),
    ...block('The runs differ', runs),
    `${broken.length} newly violated, ${repaired.length} repaired, ${lost.length} no longer checked`,
  ];
  return `${lines.join('\n')}\n`;
}
