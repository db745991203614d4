import { readFileSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { Agent, request } from 'node:https';
import type { Readable } from 'node:stream';
import { cpuSecondsOf } from './cpu-time.ts';
import { quantile } from './statistics.ts';

/** Many streams at once; arrives as JSON on the command line. */
export interface StreamPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly streams: number;
  /** How many share a connection, over HTTP/2; a connection each, over HTTP/1.1, where it is not given. */
  readonly perConnection?: number;
  /** How many streams are opened in each second, so that the handshakes do not drown the measurement. */
  readonly openPerSecond: number;
  /** Milliseconds between two text events, as the model was told. */
  readonly paceMilliseconds: number;
  readonly caFile: string;
  /** The server's process: its CPU is read while all streams are in the middle of their replies. */
  readonly serverPid: number;
  /** Whether each reader leaves after the first event: enough to load code, and a slow reply takes minutes. */
  readonly leaves?: boolean;
}

export interface StreamResult {
  readonly streams: number;
  readonly failed: number;
  readonly events: number;
  /** Streams whose text differs from what the first stream said: an event was lost, doubled or out of order. */
  readonly wrong: number;
  /** Request sent to first event, milliseconds. */
  readonly firstEventP50: number;
  readonly firstEventP99: number;
  /** How much later than the model's pace an event came, milliseconds. */
  readonly latenessP50: number;
  readonly latenessP99: number;
  /** CPU of the server for each event, from when every stream has begun until the first one ends. */
  readonly steadyMicroseconds: number;
}

interface StreamRecord {
  readonly text: string;
  readonly events: number;
  readonly firstEvent: number;
  readonly lateness: readonly number[];
  readonly ended: boolean;
}

async function openStreams(plan: StreamPlan): Promise<StreamResult> {
  const send = plan.perConnection === undefined ? overHttp1(plan) : overHttp2(plan, plan.perConnection);
  const pending: Promise<StreamRecord | undefined>[] = [];
  const steady = watchSteady(plan);
  const began = performance.now();
  for (let opened = 0; opened < plan.streams; opened++) {
    const due = began + (opened * 1000) / plan.openPerSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    pending.push(readStream(plan, send, steady).catch(() => undefined));
  }
  const records = await Promise.all(pending);
  return { ...summarise(records), steadyMicroseconds: steady.read() };
}

async function readStream(plan: StreamPlan, send: Send, steady: Steady): Promise<StreamRecord> {
  const sent = performance.now();
  const { status, answer } = await send();
  if (status !== 200) {
    answer.resume();
    throw new Error(`status ${status}`);
  }
  const reader = eventReader(sent, plan.paceMilliseconds, steady);
  answer.setEncoding('utf8');
  answer.on('data', reader.push);
  if (plan.leaves === true) answer.once('data', () => answer.destroy());
  await new Promise((resolve, reject) => answer.on('end', resolve).on('close', resolve).on('error', reject));
  return reader.record();
}

/** Sends the plan's request, and tells when the head of its answer is there. */
type Send = () => Promise<{ readonly status: number | undefined; readonly answer: Readable }>;

function overHttp1(plan: StreamPlan): Send {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity, ca: readFileSync(plan.caFile) });
  const headers = { ...plan.headers, 'content-length': Buffer.byteLength(plan.body) };
  return () =>
    new Promise((resolve, reject) => {
      request(plan.url, { method: 'POST', agent, headers })
        .on('error', reject)
        .on('response', (answer) => resolve({ status: answer.statusCode, answer }))
        .end(plan.body);
    });
}

function overHttp2(plan: StreamPlan, perConnection: number): Send {
  const { origin, pathname } = new URL(plan.url);
  const ca = readFileSync(plan.caFile);
  const head = { ':method': 'POST', ':path': pathname, ...lowerCased(plan.headers) };
  let session: ClientHttp2Session | undefined;
  let sent = 0;
  return () => {
    if (session === undefined || sent % perConnection === 0) session = connect(origin, { ca });
    sent += 1;
    const answer = session.request(head);
    return new Promise((resolve, reject) => {
      answer.on('error', reject).on('response', (fields) => resolve({ status: fields[':status'], answer }));
      answer.end(plan.body);
    });
  };
}

function lowerCased(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}

interface Steady {
  /** Called with every event; `text` counts the text events of its stream so far. */
  event(text: number): void;
  end(): void;
  read(): number;
}

/** Texts after which a stream has left everything behind that comes once for a reply. */
const settled = 8;

/** Counts the server's CPU and the events from the moment in which the last stream has settled until the first ends. */
function watchSteady({ streams, serverPid }: StreamPlan): Steady {
  let settledStreams = 0;
  let events = 0;
  let cpu = Number.NaN;
  let perEvent = Number.NaN;
  return {
    event(text) {
      events += 1;
      if (text !== settled || ++settledStreams !== streams || !Number.isNaN(perEvent)) return;
      events = 0;
      cpu = cpuSecondsOf(serverPid);
    },
    end() {
      if (Number.isNaN(perEvent)) perEvent = ((cpuSecondsOf(serverPid) - cpu) * 1e6) / events;
    },
    read: () => perEvent,
  };
}

function eventReader(
  sent: number,
  pace: number,
  steady: Steady,
): { push(chunk: string): void; record(): StreamRecord } {
  let rest = '';
  let text = '';
  let events = 0;
  let textEvents = 0;
  let firstText = 0;
  let firstEvent = Number.NaN;
  let ended = false;
  const lateness: number[] = [];
  const take = (data: string): void => {
    const now = performance.now();
    if (events++ === 0) firstEvent = now - sent;
    const event = JSON.parse(data) as { type: string; content?: string };
    if (event.type === 'text') steady.event(textEvents + 1);
    if (event.type === 'end') {
      ended = true;
      steady.end();
    }
    if (event.type !== 'text') return;
    text += event.content ?? '';
    if (textEvents++ === 0) firstText = now;
    else lateness.push(Math.max(0, now - firstText - (textEvents - 1) * pace));
  };
  return {
    push: (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data:')) take(line.slice(5));
    },
    record: () => ({ text, events, firstEvent, lateness, ended }),
  };
}

function summarise(records: readonly (StreamRecord | undefined)[]): Omit<StreamResult, 'steadyMicroseconds'> {
  const whole = records.filter((record) => record !== undefined && record.ended) as StreamRecord[];
  const expected = whole[0]?.text;
  const lateness = whole.flatMap((record) => record.lateness);
  const first = whole.map((record) => record.firstEvent);
  return {
    streams: records.length,
    failed: records.length - whole.length,
    events: whole.reduce((sum, record) => sum + record.events, 0),
    wrong: whole.filter((record) => record.text !== expected).length,
    firstEventP50: quantile(first, 0.5),
    firstEventP99: quantile(first, 0.99),
    latenessP50: quantile(lateness, 0.5),
    latenessP99: quantile(lateness, 0.99),
  };
}

const argument = process.argv[2];
if (argument !== undefined) {
  const result = await openStreams(JSON.parse(argument) as StreamPlan);
  // The connections of HTTP/2 stay open.
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
}
