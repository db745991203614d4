import { levelOf, type Check } from '../check.ts';
import type { FalseAlarm, MutantResult } from './run-mutant.ts';
import type { Shares } from './shares.ts';

/** How well the suite detects mutants. `score.json` holds the minimum for later runs. */
export interface Score {
  readonly mutants: number;
  readonly killed: number;
  readonly falseAlarms: number;
  /** Mutants whose broken clause is named by a failure. */
  readonly clauseNamed: number;
  /** Mutants whose broken clause is named by the first entry of the report. */
  readonly firstNamed: number;
  /** Number of mutants on which each stated or derived check fails. */
  readonly kills: Readonly<Record<string, number>>;
  /** Of the last run with --shares. */
  readonly shares?: Shares;
}

// The share of mutants whose clause the first entry of the report must name.
const minFirstNamed = 0.95;

export function scoreOf(
  results: readonly MutantResult[],
  alarms: readonly FalseAlarm[],
  checks: readonly Check[],
): Score {
  const failing = checks.filter((check) => levelOf(check) !== 'open').map(({ id }) => id);
  const kills = failing
    .toSorted()
    .map((id) => [id, results.filter(({ failed }) => failed.includes(id)).length] as const);
  return {
    mutants: results.length,
    killed: results.filter(({ killed }) => killed).length,
    falseAlarms: alarms.length,
    clauseNamed: results.filter(({ clauseNamed }) => clauseNamed).length,
    firstNamed: results.filter(({ firstNamed }) => firstNamed).length,
    kills: Object.fromEntries(kills),
  };
}

/** Why a score fails, one line each: survivors, false alarms, checks without a kill, a drop below the saved score. */
export function shortcomings(score: Score, saved: Score | undefined): readonly string[] {
  const idle = Object.keys(score.kills).filter((id) => score.kills[id] === 0);
  const dropped = (['mutants', 'killed', 'clauseNamed', 'firstNamed'] as const).filter(
    (name) => score[name] < (saved?.[name] ?? 0),
  );
  const fallen = (['core', 'full'] as const).filter(
    (profile) => (score.shares?.[profile] ?? Infinity) < (saved?.shares?.[profile] ?? 0),
  );
  return [
    ...(score.killed < score.mutants ? [`${score.mutants - score.killed} mutants survive`] : []),
    ...(score.firstNamed < minFirstNamed * score.mutants
      ? [
          `the first entry names the clause of ${score.firstNamed} mutants, fewer than ${minFirstNamed * 100} %`,
        ]
      : []),
    ...(score.falseAlarms > 0 ? [`${score.falseAlarms} false alarms`] : []),
    ...idle.map((id) => `${id} kills no mutant`),
    ...fallen.map(
      (profile) =>
        `the share of --profile ${profile} fell from ${saved?.shares?.[profile]} to ${score.shares?.[profile]} %`,
    ),
    ...dropped.map((name) => `${name} dropped from ${saved?.[name]} to ${score[name]}`),
  ];
}
