import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Attempt, History } from './chaos/history.ts';
import type { Violation } from './chaos/check-history.ts';
import { type ChaosOptions, type Kill, runChaos } from './chaos/run-chaos.ts';
import { type EndedFault, runNodesChaos } from './chaos/run-nodes-chaos.ts';
import { hasProgram } from '../server/testing/programs.ts';

const help = `npm run chaos [-- options]

Starts the service as operators run it, lets it fail at random moments under a load of creates, messages and lists, and
checks at the end what the clients saw: nothing that was acknowledged is lost or changed, nothing is there that nobody
sent, and no request fails but those that a failure interrupted.

One node is killed (SIGKILL) and restarted at once:
  --kills N           number of kills (20)
  --engine ENGINE     sqlite or postgres (sqlite)

Three nodes behind HAProxy, over PostgreSQL with a synchronous standby. Nodes are killed, stopped for 2 to 20 s (SIGSTOP)
and restarted; at the same time the database restarts, crashes, fails over, hangs and loses its connections. Checked, too:
the limits of requests and agents, the order in conversations, leases:
  --nodes 3
  --minutes M         how long faults begin (5)

  --seed S            repeats the moments and the requests of a run, as far as the machine is as fast (random)
  --help              show this

The exit code is 1 when something is violated.`;

const maxLines = 20;

type Options =
  | ({ readonly nodes: 1 } & Pick<ChaosOptions, 'engine' | 'kills' | 'seed'>)
  | { readonly nodes: 3; readonly minutes: number; readonly seed: number };

function parseOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      nodes: { type: 'string', default: '1' },
      minutes: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      engine: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return undefined;
  const { nodes, minutes, kills, engine = 'sqlite' } = values;
  const seed = wholeNumber('--seed', values.seed, 0);
  if (nodes === '3') {
    if (kills !== undefined || values.engine !== undefined)
      throw new Error('--kills and --engine are for one node: leave them out with --nodes 3');
    return { nodes: 3, minutes: wholeNumber('--minutes', minutes ?? '5', 1), seed };
  }
  if (nodes !== '1') throw new Error(`--nodes must be 1 or 3, not "${nodes}"`);
  if (minutes !== undefined) throw new Error('--minutes is for several nodes: add --nodes 3, or use --kills');
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`--engine must be sqlite or postgres, not "${engine}"`);
  return { nodes: 1, engine, kills: wholeNumber('--kills', kills ?? '20', 1), seed };
}

function wholeNumber(option: string, text: string, min: number): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < min)
    throw new Error(`${option} must be a whole number from ${min}, not "${text}"`);
  return value;
}

function formatKill({ number, requests, readyMs }: Kill): string {
  if (readyMs === null) return `kill ${number}: during the start`;
  return `kill ${number}: after ${requests} requests; the start took ${Math.round(readyMs)} ms`;
}

function formatFault({ name, startMs, endMs }: EndedFault): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return `${seconds(startMs)} to ${seconds(endMs)} s: ${name}`;
}

function formatSummary({ creates, lists, messages, conversations, readyMs }: History): string {
  const sorted = readyMs.toSorted((a, b) => a - b).map(Math.round);
  const counts: Readonly<Record<string, readonly Attempt<unknown>[]>> = { creates, messages, lists };
  const lines = Object.entries(counts).map(([name, attempts]) => `${name}: ${formatOutcomes(attempts)}`);
  const median = sorted[Math.floor(sorted.length / 2)];
  const starts = median === undefined ? [] : [`ready in ${median} ms (median), ${sorted.at(-1)} ms at most`];
  return [...lines, `conversations: ${conversations.length}`, ...starts].join('\n');
}

/** "20 acknowledged, 3 with 503, 1 without a response". */
function formatOutcomes(attempts: readonly Attempt<unknown>[]): string {
  const groups = Map.groupBy(attempts, ({ outcome }) => {
    if (outcome.type === 'rejected') return `with ${outcome.status}`;
    return outcome.type === 'unknown' ? 'without a response' : outcome.type;
  });
  return [...groups].map(([name, { length }]) => `${length} ${name}`).join(', ');
}

interface Report {
  readonly history: History;
  readonly violations: readonly Violation[];
  readonly folder: string | null;
}

function printViolations({ violations, folder }: Report): void {
  for (const { invariant, text } of violations.slice(0, maxLines)) console.log(`${invariant}: ${text}`);
  if (violations.length > maxLines) console.log(`and ${violations.length - maxLines} more`);
  console.log(`Data and log of the service: ${folder}`);
}

/** Aborts with SIGINT or SIGTERM, so that no process stays behind. */
function untilSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new Error(`stopped by ${name}`)));
  }
  return controller.signal;
}

async function main(): Promise<void> {
  const options = parseOptions();
  if (options === undefined) return console.log(help);
  const { seed } = options;
  const plan =
    options.nodes === 1
      ? `${options.kills} kills, ${options.engine}`
      : `${options.nodes} nodes, ${options.minutes} minutes`;
  console.log(`${plan}, seed ${seed}`);
  const start = performance.now();
  const report = await run(options);
  console.log(`\n${formatSummary(report.history)}`);
  if (report.violations.length > 0) printViolations(report);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${report.violations.length} violations, ${plan}, ${seconds} s, seed ${seed}`);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}

function run(options: Options): Promise<Report> {
  const signal = untilSignal();
  if (options.nodes === 1)
    return runChaos({ ...options, signal, onKill: (kill) => console.log(formatKill(kill)) });
  if (!hasProgram('haproxy')) throw new Error('--nodes 3 needs HAProxy');
  const onFault = (fault: EndedFault): void => console.log(formatFault(fault));
  return runNodesChaos({ seconds: options.minutes * 60, seed: options.seed, signal, onFault });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
