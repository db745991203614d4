import { seesMinutePass } from '../check.ts';
import type { Job } from '../runner/job.ts';
import type { Plan } from '../runner/plan.ts';

const secondsAMinute = 60;

function atMost(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What a run will spend at most, before it spends anything. Shrinking a failure may take more requests. */
export function printPlan(plan: Plan, { target, seed, profile, replay }: Job): string {
  const { requests, messages, agents } = plan.cost;
  const rpm = target.stores.main.requestsPerMinute;
  const main = plan.checks
    .filter(({ lane }) => lane === 'main')
    .reduce((sum, { cost }) => sum + cost.requests, 0);
  const waits = rpm === undefined ? 0 : Math.floor((main - 1) / rpm);
  const what = replay === undefined ? `profile ${profile}` : `replay of ${replay.checkId}`;
  const seesMinute = plan.checks.some(seesMinutePass);
  const untested = plan.skipped.filter(({ outcome }) => outcome === 'untested').length;
  return [
    `Judging ${target.baseUrl}: ${what}, seed ${seed}`,
    `Plan: ${atMost(plan.checks.length, 'check', 'checks')}, at most ${requests} requests, ${messages} messages, ` +
      `${atMost(agents, 'agent', 'agents')} that ${agents === 1 ? 'stays' : 'stay'} (no operation deletes them)`,
    ...(waits > 0 ? [`At ${rpm} requests a minute this takes about ${waits * secondsAMinute} s`] : []),
    ...(seesMinute
      ? ['The limit checks see a minute pass, and another where the store was in use before']
      : []),
    ...(untested > 0 ? [`Left out: ${atMost(untested, 'check', 'checks')}, told at the end why`] : []),
    '',
  ].join('\n');
}
