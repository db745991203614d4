import { setTimeout as wait } from 'node:timers/promises';
import { residentBytesOf } from '../processes.ts';
import { median, type Workload } from '../report.ts';
import { startService } from '../service.ts';

const restMs = 2_000;

/** From `node` to a 200 of /readyz with a migrated database, and the memory of a service without requests. */
export const startWorkload: Workload = async ({ rounds }) => {
  const readySeconds: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = await startService();
    await wait(restMs);
    readySeconds.push(service.readyMs / 1000);
    megabytes.push(residentBytesOf(service.pid) / 1e6);
    await service.stop();
  }
  const [ready, atRest] = [median(readySeconds), median(megabytes)];
  const rows = [
    ['ready, s', ready.toFixed(2)],
    ['memory at rest, MB', atRest.toFixed(0)],
  ];
  return {
    tables: [{ title: 'Start', headings: ['measure', 'median'], rows }],
    limits: [
      { name: 'start: ready in s', measured: ready, limit: 1.1 },
      { name: 'start: MB at rest', measured: atRest, limit: 215 },
    ],
  };
};
