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

class Load {
  #rounds: { -readonly [Key in keyof RoundResult]: RoundResult[Key] }[] = [];
  #latencies: number[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #plan: LoadPlan;
  readonly #agent: Agent;

  constructor(plan: LoadPlan) {
    this.#plan = plan;
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: plan.connections,
      ca: readFileSync(plan.caFile),
    });
  }

  discardResults(): void {
    this.#rounds = [];
    this.#latencies = [];
  }

  beginRound(): void {
    this.#rounds.push({ requests: 0, seconds: 0, cpuSeconds: 0 });
  }

  /** Keeps every connection busy for one turn and waits for the last responses. */
  async runTurn(): Promise<void> {
    const round = this.#rounds.at(-1);
    if (round === undefined) throw new Error('a turn needs a round');
    const cpuBefore = cpuSecondsOf(this.#plan.serverPid);
    const start = performance.now();
    const end = start + turnSeconds * 1000;
    const worker = async (): Promise<void> => {
      while (performance.now() < end) {
        const sent = performance.now();
        const status = await this.#send();
        this.#latencies.push(performance.now() - sent);
        this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
        round.requests += 1;
      }
    };
    await Promise.all(Array.from({ length: this.#plan.connections }, worker));
    round.cpuSeconds += cpuSecondsOf(this.#plan.serverPid) - cpuBefore;
    round.seconds += (performance.now() - start) / 1000;
  }

  result(): LoadResult {
    return { rounds: this.#rounds, statuses: this.#statuses, p99Ms: quantile(this.#latencies, 0.99) };
  }

  #send(): Promise<number> {
    const { url, method, headers, body } = this.#plan;
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const options = { method, headers: { ...headers, ...length }, agent: this.#agent };
      const outgoing = request(url, options, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

async function runRound(loads: readonly Load[], seconds: number): Promise<void> {
  for (const load of loads) load.beginRound();
  for (let turn = 0; turn < seconds / turnSeconds; turn++) {
    for (const load of loads) await load.runTurn();
  }
}

const { plans, rounds, seconds, warmUpSeconds } = JSON.parse(readFileSync(0, 'utf8')) as LoadOrder;
const loads = plans.map((plan) => new Load(plan));
await runRound(loads, warmUpSeconds);
for (const load of loads) load.discardResults();
for (let round = 0; round < rounds; round++) await runRound(loads, seconds);
const results = loads.map((load) => load.result());
process.stdout.write(JSON.stringify(results), () => process.exit());
