import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Attempt, History } from './chaos/history.ts';
import { type ChaosOptions, type ChaosResult, type Kill, runChaos } from './chaos/run-chaos.ts';

const help = `npm run chaos [-- options]

Starts the service as operators run it, kills it (SIGKILL) at random moments under a load of creates, messages and
lists, restarts it at once, and checks at the end what the clients saw: nothing that was acknowledged is lost or changed,
nothing is there that nobody sent, and no request fails but those that a kill interrupted.

  --kills N           number of kills (20)
  --seed S            repeats the moments and the requests of a run, as far as the machine is as fast (random)
  --engine ENGINE     sqlite or postgres (sqlite)
  --help              show this

The exit code is 1 when something is violated.`;

const maxLines = 20;

function parseOptions(): Pick<ChaosOptions, 'engine' | 'kills' | 'seed'> | undefined {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      engine: { type: 'string', default: 'sqlite' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return undefined;
  const { engine } = values;
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`--engine must be sqlite or postgres, not "${engine}"`);
  return {
    engine,
    kills: wholeNumber('--kills', values.kills, 1),
    seed: wholeNumber('--seed', values.seed, 0),
  };
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

function formatSummary({ creates, lists, messages, conversations, readyMs }: History): string {
  const sorted = readyMs.toSorted((a, b) => a - b).map(Math.round);
  const counts: Readonly<Record<string, readonly Attempt<unknown>[]>> = { creates, messages, lists };
  const lines = Object.entries(counts).map(([name, attempts]) => {
    const outcomes = Object.groupBy(attempts, ({ outcome }) => outcome.type);
    const { acknowledged = [], rejected = [], unknown = [] } = outcomes;
    return `${name}: ${acknowledged.length} acknowledged, ${rejected.length} rejected, ${unknown.length} without a response`;
  });
  const median = sorted[Math.floor(sorted.length / 2)];
  const starts = `ready in ${median} ms (median), ${sorted.at(-1)} ms at most`;
  return [...lines, `conversations: ${conversations.length}`, starts].join('\n');
}

function printViolations({ violations, folder }: ChaosResult): void {
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
  const { engine, kills, seed } = options;
  console.log(`${kills} kills, ${engine}, seed ${seed}`);
  const start = performance.now();
  const onKill = (kill: Kill): void => console.log(formatKill(kill));
  const result = await runChaos({ ...options, signal: untilSignal(), onKill });
  console.log(`\n${formatSummary(result.history)}`);
  if (result.violations.length > 0) printViolations(result);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${result.violations.length} violations, ${kills} kills, ${seconds} s, seed ${seed}`);
  process.exitCode = result.violations.length === 0 ? 0 : 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
