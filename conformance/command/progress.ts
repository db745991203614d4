import { waitsForMinute, type Check } from '../check.ts';
import type { Target } from '../exchange.ts';
import type { Job, Plan } from '../runner/plan.ts';
import type { CheckResult } from '../runner/run-check.ts';

/** Where progress is written: stderr of the process. */
export interface Terminal {
  readonly isTTY: boolean;
  readonly write: (text: string) => void;
}

const lineIntervalMs = 5000;

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** How long the run waits for known rate limits. */
function waitLines({ checks, cost }: Plan, { main, limited }: Target['stores']): string[] {
  const rpm = main.requestsPerMinute;
  const limits = checks.filter(({ limitsOf }) => limitsOf !== undefined);
  const between = rpm === undefined ? 0 : Math.floor((cost.requests - 1) / rpm);
  const waits = limits.some(waitsForMinute);
  const isShared = limited?.key === main.key;
  // A shared store is idle for a minute before its limit is exhausted, and for another after it.
  const minutes = between + (waits && isShared ? 2 : 0);
  return [
    ...(minutes > 0 ? [`At ${rpm} requests a minute this takes up to about ${minutes * 60} s`] : []),
    ...(waits && !isShared
      ? ['The limit checks wait for a minute, and for another if the limited store was in use before']
      : []),
  ];
}

/** The maximum that a run spends; shrinking a failure may take more requests. */
export function printPlan(plan: Plan, { target, seed, profile, replay }: Job): string {
  const { requests, messages, agents } = plan.cost;
  const beside = plan.besideCost;
  const what = replay === undefined ? `profile ${profile}` : `replay of ${replay.checkId}`;
  const untested = plan.skipped.filter(({ outcome }) => outcome === 'untested').length;
  return [
    `Testing ${target.baseUrl}: ${what}, seed ${seed}`,
    `Plan: ${counted(plan.checks.length, 'check')}, at most ${requests} requests, ${messages} messages, ` +
      `${counted(agents, 'agent')} that ${agents === 1 ? 'stays' : 'stay'} (no operation deletes them)`,
    ...(beside.requests > 0
      ? [
          `Limited stores: up to ${beside.requests} requests, ${beside.messages} messages, ${beside.agents} agents more`,
        ]
      : []),
    ...waitLines(plan, target.stores),
    ...(untested > 0 ? [`Skipped: ${counted(untested, 'check')}, with reasons in the report`] : []),
    '',
  ].join('\n');
}

function areOnlyWaiting(left: readonly Check[]): boolean {
  const isLimit = ({ limitsOf, isLast }: Check): boolean => limitsOf !== undefined || isLast === true;
  return left.every(isLimit) && left.some(waitsForMinute);
}

/**
 * Writes the progress of a run: on one line that changes in a terminal, else a line every five seconds. Without an
 * estimate of the rest, since one rate limit may add a minute.
 */
export function createProgress(plan: Plan, terminal: Terminal, now: () => number) {
  const left = new Map(plan.checks.map((check) => [check.id, check]));
  const began = now();
  let lastWritten = began;
  let requests = 0;

  const line = ({ id, outcome }: CheckResult): string => {
    const done = plan.checks.length - left.size;
    const seconds = Math.round((now() - began) / 1000);
    const wait = areOnlyWaiting([...left.values()])
      ? '; only the limit checks are left, which wait for a minute'
      : '';
    return `[${done}/${plan.checks.length}] ${outcome} ${id}; ${requests} requests, ${seconds} s${wait}`;
  };
  return {
    update: (result: CheckResult): void => {
      if (!left.delete(result.id)) return;
      requests += result.spent.requests;
      if (terminal.isTTY) terminal.write(`\r\u001B[K${line(result)}`);
      else if (now() - lastWritten >= lineIntervalMs || result.outcome === 'fail') {
        lastWritten = now();
        terminal.write(`${line(result)}\n`);
      }
    },
    /** Shows what the run waits for; shorter waits are not worth a line. */
    wait: (milliseconds: number): void => {
      if (milliseconds < lineIntervalMs) return;
      const text = `waiting ${Math.round(milliseconds / 1000)} s, as a rate limit asks for`;
      terminal.write(terminal.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
    },
    clear: (): void => {
      if (terminal.isTTY) terminal.write('\r\u001B[K');
    },
  };
}
