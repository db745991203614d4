import { setTimeout as wait } from 'node:timers/promises';
import { residentBytesOf } from '../cpu-time.ts';
import { median } from '../statistics.ts';
import { startService } from '../start-service.ts';
import type { Workload } from '../workload.ts';

/** How long the service is left alone before its memory is read, in milliseconds. */
const rest = 2_000;

/** From `node` to a 200 of /readyz with a migrated database, and the memory of a service that nobody has called. */
export const startUpWorkload: Workload = {
  title: 'Start-up and memory at rest',
  async run({ rounds }) {
    const starts: { milliseconds: number; megabytes: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const service = await startService();
      await wait(rest);
      starts.push({
        milliseconds: service.readyMilliseconds,
        megabytes: residentBytesOf(service.pid) / 1e6,
      });
      await service.stop();
    }
    const ready = median(starts.map((start) => start.milliseconds));
    const memory = median(starts.map((start) => start.megabytes));
    return {
      headings: ['measure', 'median', 'goal'],
      rows: [
        ['ready, ms', ready.toFixed(0), '1500'],
        ['memory at rest, MB', memory.toFixed(0), '120'],
      ],
      data: starts,
      notes: [],
    };
  },
};
