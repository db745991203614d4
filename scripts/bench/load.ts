import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { cpuSecondsOf } from './processes.ts';
import { quantile } from './report.ts';

/** A request that is repeated on keep-alive connections. */
export interface LoadPlan {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly caFile: string;
  readonly serverPid: number;
}

/** The input of this script, as JSON on standard input. */
export interface LoadOrder {
  readonly plans: readonly LoadPlan[];
  readonly rounds: number;
  /** Duration of each plan in a round. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface RoundResult {
  readonly requests: number;
  readonly seconds: number;
  /** CPU of the server's process. */
  readonly cpuSeconds: number;
}

/** The output for one plan: its rounds without the warm-up. */
export interface LoadResult {
  readonly rounds: readonly RoundResult[];
  /** Number of responses by status, with the warm-up. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p99Ms: number;
}

/** Plans take short turns, so that a machine whose speed changes is equally fast for all of them. */
const turnSeconds = 0.25;

interface Load {
  readonly plan: LoadPlan;
  readonly agent: Agent;
  readonly rounds: { requests: number; seconds: number; cpuSeconds: number }[];
  readonly latencies: number[];
  readonly statuses: Record<string, number>;
}

function createLoad(plan: LoadPlan): Load {
  const { connections, caFile } = plan;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca: readFileSync(caFile) });
  return { plan, agent, rounds: [], latencies: [], statuses: {} };
}

/** Keeps every connection busy for one turn and waits for the last responses. Adds to the last round. */
async function runTurn(load: Load): Promise<void> {
  const { plan, rounds, latencies, statuses } = load;
  const round = rounds.at(-1);
  if (round === undefined) throw new Error('a turn needs a round');
  const cpuBefore = cpuSecondsOf(plan.serverPid);
  const start = performance.now();
  const worker = async (): Promise<void> => {
    for (let sent = start; sent < start + turnSeconds * 1000; sent = performance.now()) {
      const status = await send(load);
      latencies.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
      round.requests += 1;
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, worker));
  round.cpuSeconds += cpuSecondsOf(plan.serverPid) - cpuBefore;
  round.seconds += (performance.now() - start) / 1000;
}

function send({ plan: { url, method, headers, body }, agent }: Load): Promise<number> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...headers, ...length }, agent };
    const outgoing = request(url, options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', reject);
    });
    outgoing.on('error', reject).end(body);
  });
}

async function runRound(loads: readonly Load[], seconds: number): Promise<void> {
  for (const { rounds } of loads) rounds.push({ requests: 0, seconds: 0, cpuSeconds: 0 });
  for (let turn = 0; turn < seconds / turnSeconds; turn++) for (const load of loads) await runTurn(load);
}

const { plans, rounds, seconds, warmUpSeconds } = JSON.parse(readFileSync(0, 'utf8')) as LoadOrder;
const loads = plans.map(createLoad);
await runRound(loads, warmUpSeconds);
// The statuses stay: one that is not expected counts in the warm-up, too.
for (const load of loads) load.rounds.length = load.latencies.length = 0;
for (let round = 0; round < rounds; round++) await runRound(loads, seconds);
const results = loads.map(({ rounds: measured, statuses, latencies }): LoadResult => ({
  rounds: measured,
  statuses,
  p99Ms: quantile(latencies, 0.99),
}));
process.stdout.write(JSON.stringify(results), () => process.exit());
