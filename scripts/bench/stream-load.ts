import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { cpuSecondsOf } from './processes.ts';
import { quantile } from './report.ts';

/** Many chat streams at once, a connection each; the input of this script, as JSON on standard input. */
export interface StreamPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly streams: number;
  /** Streams opened in each second, so that TLS handshakes do not dominate the measurement. */
  readonly openPerSecond: number;
  /** Milliseconds between two text events, as the model sends them. */
  readonly paceMs: number;
  /** Text events after which a stream counts as settled. */
  readonly settledTexts: number;
  readonly caFile: string;
  readonly serverPid: number;
}

/**
 * The output. Lateness and CPU are of the steady phase: from the last stream settled to the first one ended. They are null
 * where the first one ended before.
 */
export interface StreamResult {
  readonly streams: number;
  /** Streams with an error status, a broken connection or no `end` event. */
  readonly failed: number;
  /** Why the first of them failed. */
  readonly failure?: string;
  /** Streams whose text differs from the first stream's: an event was lost, duplicated or out of order. */
  readonly wrong: number;
  /** How much later than the model's pace a text event came. */
  readonly latenessP50Ms: number | null;
  readonly latenessP99Ms: number | null;
  /** CPU of the server's process for each event. */
  readonly cpuMicroseconds: number | null;
}

/** The phase in which every stream is in the middle of its reply. Its beginning is a line on standard error. */
class SteadyPhase {
  readonly lateness: number[] = [];
  cpuMicroseconds = Number.NaN;
  readonly #plan: StreamPlan;
  #state: 'before' | 'during' | 'after' = 'before';
  #settled = 0;
  #events = 0;
  #cpuBefore = 0;

  constructor(plan: StreamPlan) {
    this.#plan = plan;
  }

  /** Called for each text event with its number in its stream, from 1. */
  onText(number: number, latenessMs: number): void {
    if (this.#state === 'during') {
      this.#events += 1;
      this.lateness.push(latenessMs);
    }
    if (number === this.#plan.settledTexts) this.#settle();
  }

  /** Does not wait for a stream that failed. */
  onFailure(): void {
    this.#settle();
  }

  #settle(): void {
    if (++this.#settled !== this.#plan.streams || this.#state !== 'before') return;
    this.#state = 'during';
    this.#cpuBefore = cpuSecondsOf(this.#plan.serverPid);
    process.stderr.write('steady\n');
  }

  onEnd(): void {
    if (this.#state === 'during') {
      const seconds = cpuSecondsOf(this.#plan.serverPid) - this.#cpuBefore;
      this.cpuMicroseconds = (seconds * 1e6) / this.#events;
    }
    this.#state = 'after';
  }
}

/** Opens one stream and reads it. Returns its text; throws at an error status and without an `end` event. */
async function readStream(plan: StreamPlan, agent: Agent, phase: SteadyPhase): Promise<string> {
  const response = await send(plan, agent);
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${await text(response)}`);
  let rest = '';
  let reply = '';
  let texts = 0;
  let firstTextAt = 0;
  let ended = false;
  const onEvent = (event: { readonly type: string; readonly content?: string }): void => {
    if (event.type === 'end') ended = true;
    if (event.type !== 'text') return;
    const now = performance.now();
    reply += event.content ?? '';
    if (texts++ === 0) firstTextAt = now;
    phase.onText(texts, Math.max(0, now - firstTextAt - (texts - 1) * plan.paceMs));
  };
  response.setEncoding('utf8');
  for await (const chunk of response) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) onEvent(JSON.parse(line.slice(5)));
  }
  phase.onEnd();
  if (!ended) throw new Error('the stream has no end event');
  return reply;
}

function send({ url, headers, body }: StreamPlan, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    };
    request(url, options).on('error', reject).on('response', resolve).end(body);
  });
}

const plan = JSON.parse(readFileSync(0, 'utf8')) as StreamPlan;
const agent = new Agent({ keepAlive: false, maxSockets: Infinity, ca: readFileSync(plan.caFile) });
const phase = new SteadyPhase(plan);
const pending: Promise<string | void>[] = [];
const failures: string[] = [];
const start = performance.now();
for (let opened = 0; opened < plan.streams; opened++) {
  const waitMs = start + (opened * 1000) / plan.openPerSecond - performance.now();
  if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
  pending.push(
    readStream(plan, agent, phase).catch((error: Error) => {
      failures.push(error.message);
      phase.onFailure();
    }),
  );
}
const replies = (await Promise.all(pending)).filter((reply) => typeof reply === 'string');
const result: StreamResult = {
  streams: plan.streams,
  failed: failures.length,
  ...(failures[0] !== undefined && { failure: failures[0] }),
  wrong: replies.filter((reply) => reply !== replies[0]).length,
  latenessP50Ms: quantile(phase.lateness, 0.5),
  latenessP99Ms: quantile(phase.lateness, 0.99),
  cpuMicroseconds: phase.cpuMicroseconds,
};
process.stdout.write(JSON.stringify(result));
