import type { CheckResult } from '../runner/check-result.ts';
import type { Plan } from '../runner/plan.ts';

/** Where progress goes. */
export interface Screen {
  readonly isTTY: boolean;
  readonly write: (text: string) => void;
}

const quietMs = 5000;

/** Tells how far a run is: on one line that changes, or, where nobody looks, a line every few seconds. */
export function createProgress(plan: Plan, screen: Screen, now: () => number) {
  const costs = new Map(plan.checks.map(({ id, cost }) => [id, cost.requests]));
  const total = plan.checks.reduce((sum, { cost }) => sum + cost.requests, 0);
  const began = now();
  let lastTold = began;
  let done = 0;
  let planned = 0;
  let spent = 0;

  const line = ({ id, outcome }: CheckResult): string => {
    const left = planned === 0 ? 0 : ((now() - began) / planned) * (total - planned);
    return `[${done}/${plan.checks.length}] ${outcome} ${id}; ${spent} requests, about ${Math.ceil(left / 1000)} s left`;
  };
  return {
    tell: (result: CheckResult): void => {
      const cost = costs.get(result.id);
      if (cost === undefined) return;
      done += 1;
      planned += cost;
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
