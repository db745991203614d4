import type { Check } from '../check.ts';
import type { FalseAlarm, Killing } from './killing.ts';

/** How well the suite judges: what `score.json` keeps, so that a score that falls is noticed. */
export interface Score {
  readonly mutants: number;
  readonly killed: number;
  readonly falseAlarms: number;
  /** Mutants whose very clause a failure named. */
  readonly blamed: number;
  /** For each stated check, the mutants that it failed. */
  readonly kills: Readonly<Record<string, number>>;
}

/** Adds up a run. */
export function scoreOf(
  killings: readonly Killing[],
  alarms: readonly FalseAlarm[],
  checks: readonly Check[],
): Score {
  const stated = checks.filter(({ level }) => level === 'stated').map(({ id }) => id);
  const kills = stated
    .toSorted()
    .map((id) => [id, killings.filter(({ failed }) => failed.includes(id)).length]);
  return {
    mutants: killings.length,
    killed: killings.filter(({ killed }) => killed).length,
    falseAlarms: alarms.length,
    blamed: killings.filter(({ blamed }) => blamed).length,
    kills: Object.fromEntries(kills) as Record<string, number>,
  };
}

/** Why a score does not pass, one line each: survivors, false alarms, idle checks, and a fall against the last. */
export function shortcomings(score: Score, last: Score | undefined): readonly string[] {
  const idle = Object.keys(score.kills).filter((id) => score.kills[id] === 0);
  const fallen = (['mutants', 'killed', 'blamed'] as const).filter(
    (name) => score[name] < (last?.[name] ?? 0),
  );
  return [
    ...(score.killed < score.mutants ? [`${score.mutants - score.killed} mutants survive`] : []),
    ...(score.falseAlarms > 0 ? [`${score.falseAlarms} false alarms`] : []),
    ...idle.map((id) => `${id} kills no mutant`),
    ...fallen.map((name) => `${name} fell from ${last?.[name]} to ${score[name]}`),
  ];
}
