import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cpuSecondsOf, residentBytesOf } from './cpu-time.ts';
import { pinnedTo, type MeasuredServer } from './server-process.ts';
import type { StreamPlan, StreamResult } from './stream-load.ts';

const run = promisify(execFile);

export interface MeasuredStreams extends StreamResult {
  /** CPU of the server for each event, everything around it included. */
  readonly cpuMicroseconds: number;
  readonly bytesPerStream: number;
  readonly mostBytes: number;
  /** Resident memory after the last stream has ended. */
  readonly bytesAfter: number;
}

/** Streams that load the code of a reply before anything is measured; each is left after its first event. */
const warmUp = 30;
const sampling = 250;

/** Opens `count` streams on a server and reads them all; times are milliseconds over the model's own. */
export async function measureStreams(
  server: MeasuredServer,
  plan: Omit<StreamPlan, 'streams' | 'serverPid'>,
  count: number,
): Promise<MeasuredStreams> {
  await readStreams({ ...plan, serverPid: server.pid, streams: warmUp, leaves: true });
  const before = residentBytesOf(server.pid);
  const cpuBefore = cpuSecondsOf(server.pid);
  let most = before;
  const sampler = setInterval(() => {
    most = Math.max(most, residentBytesOf(server.pid));
  }, sampling);
  const result = await readStreams({ ...plan, serverPid: server.pid, streams: count }).finally(() =>
    clearInterval(sampler),
  );
  const cpu = cpuSecondsOf(server.pid) - cpuBefore;
  await wait(1_000);
  return {
    ...result,
    firstEventP50: result.firstEventP50 - plan.paceMilliseconds,
    firstEventP99: result.firstEventP99 - plan.paceMilliseconds,
    cpuMicroseconds: (cpu * 1e6) / result.events,
    bytesPerStream: (most - before) / count,
    mostBytes: most,
    bytesAfter: residentBytesOf(server.pid),
  };
}

/** Opens the streams of a plan from a process of its own and reads them all. */
export async function readStreams(plan: StreamPlan): Promise<StreamResult> {
  const [command = '', ...args] = pinnedTo(1, ['node', 'scripts/bench/stream-load.ts', JSON.stringify(plan)]);
  const { stdout } = await run(command, args, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as StreamResult;
}
