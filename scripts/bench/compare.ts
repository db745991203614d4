import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LoadOrder, LoadPlan, LoadResult } from './load.ts';
import { pinnedTo, type MeasuredServer } from './server-process.ts';
import { median, spread } from './statistics.ts';
import type { BenchOptions } from './workload.ts';

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

/**
 * Until an engine has compiled what its server needs: some ten seconds of requests. Whoever has more code would pay for
 * it in the first rounds.
 */
const warmUpSeconds = 8;

/** Loads the contenders in turn, so that a drifting machine drifts for all of them. Throws at a wrong answer. */
export async function compare(
  contenders: readonly Contender[],
  { rounds, seconds }: Pick<BenchOptions, 'rounds' | 'seconds'>,
): Promise<Comparison[]> {
  const plans = contenders.map(({ plan, server }) => ({ ...plan, serverPid: server.pid }));
  const results = await load({ plans, rounds, seconds, warmUpSeconds });
  return contenders.flatMap((contender, index) => {
    const result = results[index];
    return result === undefined ? [] : [comparisonOf(contender, result)];
  });
}

function comparisonOf(
  { server, name = server.name, plan, expected }: Contender,
  result: LoadResult,
): Comparison {
  const wrong = Object.keys(result.statuses).filter((status) => !expected.includes(Number(status)));
  if (wrong.length > 0)
    throw new Error(`${server.name} answered ${JSON.stringify(result.statuses)} to ${plan.url}`);
  const cpu = result.rounds.map(({ cpuSeconds, requests }) => (cpuSeconds * 1e6) / requests);
  return {
    name,
    note: server.note ?? '',
    cpuMicroseconds: median(cpu),
    spread: spread(cpu),
    requestsPerSecond: median(result.rounds.map(({ requests, seconds }) => requests / seconds)),
    p99Milliseconds: result.p99Milliseconds,
  };
}

async function load(order: LoadOrder): Promise<readonly LoadResult[]> {
  const [command = '', ...args] = pinnedTo(1, ['node', 'scripts/bench/load.ts']);
  const running = run(command, args, { maxBuffer: 1 << 24 });
  running.child.stdin?.end(JSON.stringify(order));
  return JSON.parse((await running).stdout) as LoadResult[];
}
