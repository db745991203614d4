import { seesMinutePass } from '../check.ts';
import type { Job } from '../runner/job.ts';
import type { Plan } from '../runner/plan.ts';
import type { Target } from '../target.ts';

const secondsAMinute = 60;

function atMost(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How long a run waits for rate limits; nothing where no limit is known, since it is only met on the way. */
function waitLines({ checks, cost }: Plan, { main, limited }: Target['stores']): string[] {
  const rpm = main.requestsPerMinute;
  const limits = checks.filter(({ lane }) => lane === 'limits');
  const requests = limits.reduce((rest, check) => rest - check.cost.requests, cost.requests);
  const between = rpm === undefined ? 0 : Math.floor((requests - 1) / rpm);
  const seesMinute = limits.some(seesMinutePass);
  const isShared = limited?.key === main.key;
  // A store that is judged as a whole has to be left alone for a minute before its limit is tried.
  const minutes = between + (seesMinute && isShared ? 2 : 0);
  return [
    ...(minutes > 0
      ? [`At ${rpm} requests a minute this takes up to about ${minutes * secondsAMinute} s`]
      : []),
    ...(seesMinute && !isShared
      ? ['The limit checks see a minute pass, and another where that store was in use before']
      : []),
  ];
}

/** What a run will spend at most, before it spends anything. Shrinking a failure may take more requests. */
export function printPlan(plan: Plan, { target, seed, profile, replay }: Job): string {
  const { requests, messages, agents } = plan.cost;
  const what = replay === undefined ? `profile ${profile}` : `replay of ${replay.checkId}`;
  const untested = plan.skipped.filter(({ outcome }) => outcome === 'untested').length;
  return [
    `Judging ${target.baseUrl}: ${what}, seed ${seed}`,
    `Plan: ${atMost(plan.checks.length, 'check', 'checks')}, at most ${requests} requests, ${messages} messages, ` +
      `${atMost(agents, 'agent', 'agents')} that ${agents === 1 ? 'stays' : 'stay'} (no operation deletes them)`,
    ...waitLines(plan, target.stores),
    ...(untested > 0 ? [`Left out: ${atMost(untested, 'check', 'checks')}, told at the end why`] : []),
    '',
  ].join('\n');
}
