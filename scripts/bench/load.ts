import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { cpuSecondsOf } from './cpu-time.ts';
import { quantile } from './statistics.ts';

/** One request that a server is to answer again and again. */
export interface LoadPlan {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly caFile: string;
}

/** What the load generator does; it arrives as JSON on standard input. */
export interface LoadOrder {
  readonly plans: readonly (LoadPlan & { readonly serverPid: number })[];
  readonly rounds: number;
  /** How long each plan runs in a round. */
  readonly seconds: number;
  /** How long it runs before the first. */
  readonly warmUpSeconds: number;
}

export interface RoundResult {
  readonly requests: number;
  readonly seconds: number;
  /** What the server's process used in this time. */
  readonly cpuSeconds: number;
}

type RoundSum = { -readonly [Key in keyof RoundResult]: RoundResult[Key] };

/** What one plan came to, over all rounds but the warm-up. */
export interface LoadResult {
  readonly rounds: readonly RoundResult[];
  /** How often each status was answered, the warm-up included. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p99Milliseconds: number;
}

/**
 * A turn of one plan, in seconds. Short, so that a machine whose speed changes is as fast for one server as for the
 * next, and no engine collects garbage while it waits for its turn.
 */
const turnSeconds = 0.25;

/** One plan with its connections, which stay open from turn to turn. */
class Load {
  #rounds: RoundSum[] = [];
  #latencies: number[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #plan: LoadOrder['plans'][number];
  readonly #agent: Agent | PlainAgent;
  readonly #request: typeof request;

  constructor(plan: LoadOrder['plans'][number]) {
    const options = { keepAlive: true, maxSockets: plan.connections };
    const secure = plan.url.startsWith('https:');
    this.#plan = plan;
    this.#agent = secure ? new Agent({ ...options, ca: readFileSync(plan.caFile) }) : new PlainAgent(options);
    this.#request = secure ? request : plainRequest;
  }

  /** Forgets what was measured so far. */
  forget(): void {
    this.#rounds = [];
    this.#latencies = [];
  }

  beginRound(): void {
    this.#rounds.push({ requests: 0, seconds: 0, cpuSeconds: 0 });
  }

  /** Keeps all connections busy for one turn of the round, and waits for the last answers. */
  async takeTurn(): Promise<void> {
    const round = this.#rounds.at(-1);
    if (round === undefined) throw new Error('a turn needs a round');
    const cpuBefore = cpuSecondsOf(this.#plan.serverPid);
    const began = performance.now();
    const end = began + turnSeconds * 1000;
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
    round.seconds += (performance.now() - began) / 1000;
  }

  result(): LoadResult {
    return {
      rounds: this.#rounds,
      statuses: this.#statuses,
      p99Milliseconds: quantile(this.#latencies, 0.99),
    };
  }

  #send(): Promise<number> {
    const { url, method, headers, body } = this.#plan;
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const options = { method, headers: { ...headers, ...length }, agent: this.#agent };
      const outgoing = this.#request(url, options, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

/** Every plan for `seconds`, in turns. */
async function runRound(loads: readonly Load[], seconds: number): Promise<void> {
  for (const load of loads) load.beginRound();
  for (let turn = 0; turn < seconds / turnSeconds; turn++) {
    for (const load of loads) await load.takeTurn();
  }
}

async function sendLoad({ plans, rounds, seconds, warmUpSeconds }: LoadOrder): Promise<LoadResult[]> {
  const loads = plans.map((plan) => new Load(plan));
  await runRound(loads, warmUpSeconds);
  for (const load of loads) load.forget();
  for (let round = 0; round < rounds; round++) await runRound(loads, seconds);
  return loads.map((load) => load.result());
}

if (import.meta.main) {
  const results = await sendLoad(JSON.parse(readFileSync(0, 'utf8')) as LoadOrder);
  process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit());
}
