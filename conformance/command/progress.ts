import { seesMinutePass, type Check } from '../check.ts';
import type { CheckResult } from '../runner/check-result.ts';
import type { Plan } from '../runner/plan.ts';

/** Where progress goes. */
export interface Screen {
  readonly isTTY: boolean;
  readonly write: (text: string) => void;
}

const quietMs = 5000;

function isOnlyWaiting(left: readonly Check[]): boolean {
  return left.every(({ lane }) => lane === 'limits') && left.some(seesMinutePass);
}

/**
 * Tells how far a run is: on one line that changes, or, where nobody looks, a line every few seconds. It does not
 * guess how long the rest takes: one rate limit that shows late would be a minute more than any guess.
 */
export function createProgress(plan: Plan, screen: Screen, now: () => number) {
  const left = new Map(plan.checks.map((check) => [check.id, check]));
  const began = now();
  let lastTold = began;
  let spent = 0;

  const line = ({ id, outcome }: CheckResult): string => {
    const done = plan.checks.length - left.size;
    const seconds = Math.round((now() - began) / 1000);
    const wait = isOnlyWaiting([...left.values()])
      ? '; only the limit checks are left, which see a minute pass'
      : '';
    return `[${done}/${plan.checks.length}] ${outcome} ${id}; ${spent} requests, ${seconds} s${wait}`;
  };
  return {
    tell: (result: CheckResult): void => {
      if (!left.delete(result.id)) return;
      spent += result.spent.requests;
      if (screen.isTTY) screen.write(`\r\u001B[K${line(result)}`);
      else if (now() - lastTold >= quietMs || result.outcome === 'fail') {
        lastTold = now();
        screen.write(`${line(result)}\n`);
      }
    },
    clear: (): void => {
      if (screen.isTTY) screen.write('\r\u001B[K');
    },
  };
}
