import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuSecondsOf } from './cpu-time.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { pinnedTo, type MeasuredServer } from './server-process.ts';
import { median, spread } from './statistics.ts';

const run = promisify(execFile);

/** One server and the requests that it is to answer. */
export interface Contender {
  /** The server's own name where none is given. */
  readonly name?: string;
  readonly server: MeasuredServer;
  readonly plan: LoadPlan;
  /** Statuses that count as the right answer. */
  readonly expected: readonly number[];
}

export interface Comparison {
  readonly name: string;
  readonly note: string;
  /** Medians over the rounds. */
  readonly cpuMicroseconds: number;
  readonly spread: number;
  readonly requestsPerSecond: number;
  readonly p99Milliseconds: number;
}

/** Loads each contender in turn, round after round, so that a drifting machine drifts for all of them. */
export async function compare(contenders: readonly Contender[], rounds: number): Promise<Comparison[]> {
  const samples = contenders.map(() => [] as { cpu: number; rate: number; p99: number }[]);
  await warmUp(contenders);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const cpuBefore = cpuSecondsOf(contender.server.pid);
      const result = await loadOnce(contender);
      const cpu = ((cpuSecondsOf(contender.server.pid) - cpuBefore) * 1e6) / result.requests;
      samples[index]?.push({ cpu, rate: result.requests / result.seconds, p99: result.p99Milliseconds });
    }
  }
  return contenders.map(({ server, name = server.name }, index) => {
    const own = samples[index] ?? [];
    return {
      name,
      note: server.note ?? '',
      cpuMicroseconds: median(own.map((sample) => sample.cpu)),
      spread: spread(own.map((sample) => sample.cpu)),
      requestsPerSecond: median(own.map((sample) => sample.rate)),
      p99Milliseconds: median(own.map((sample) => sample.p99)),
    };
  });
}

/**
 * Until the engine has compiled what a server needs, which takes some ten seconds of requests and a few ends of all
 * connections: whoever has more code would pay for it in the first rounds. In turn, as the rounds are.
 */
async function warmUp(contenders: readonly Contender[]): Promise<void> {
  for (let count = 0; count < warmUpRuns; count++) {
    for (const contender of contenders) await loadOnce(contender, warmUpSeconds);
  }
}

const warmUpRuns = 4;
const warmUpSeconds = 2.5;

async function loadOnce({ server, plan, expected }: Contender, seconds = plan.seconds): Promise<LoadResult> {
  const [command = '', ...args] = pinnedTo(1, ['node', 'scripts/bench/load.ts']);
  const running = run(command, args, { maxBuffer: 1 << 24 });
  running.child.stdin?.end(JSON.stringify({ ...plan, seconds }));
  const result = JSON.parse((await running).stdout) as LoadResult;
  const wrong = Object.entries(result.statuses).filter(([status]) => !expected.includes(Number(status)));
  if (wrong.length > 0)
    throw new Error(`${server.name} answered ${JSON.stringify(result.statuses)} to ${plan.url}`);
  return result;
}
