import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from '../statistics.ts';
import type { Workload } from '../workload.ts';

const run = promisify(execFile);

/** How long a command takes, with a goal in seconds. */
export function commandWorkload(title: string, args: readonly string[], goal: number): Workload {
  return {
    title,
    async run({ rounds }) {
      const seconds: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        await run('node', [...args], { maxBuffer: 1 << 26 });
        seconds.push((performance.now() - began) / 1000);
      }
      return {
        headings: ['measure', 'median', 'goal'],
        rows: [['seconds', median(seconds).toFixed(2), String(goal)]],
        data: seconds,
        notes: [],
      };
    },
  };
}
