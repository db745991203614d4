import { randomInt } from 'node:crypto';
import type { ChaosReport } from './chaos/check-history.ts';
import type { Attempt, History } from './chaos/history.ts';
import { runChaos, runNodesChaos } from './chaos/run-chaos.ts';
import { hasProgram } from '../server/testing/programs.ts';
import { runCommand, wholeNumber } from './run-command.ts';

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

function printViolations({ violations, folder }: ChaosReport): void {
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

/** Prints what happens and returns the exit code. */
async function report(
  plan: string,
  seed: number,
  run: (signal: AbortSignal) => Promise<ChaosReport>,
): Promise<number> {
  console.log(`${plan}, seed ${seed}`);
  const start = performance.now();
  const result = await run(untilSignal());
  console.log(`\n${formatSummary(result.history)}`);
  const { length } = result.violations;
  if (length > 0) printViolations(result);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${length} violations, ${plan}, ${seconds} s, seed ${seed}`);
  return length === 0 ? 0 : 1;
}

const options = {
  nodes: { type: 'string', default: '1' },
  minutes: { type: 'string' },
  kills: { type: 'string' },
  seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  engine: { type: 'string' },
} as const;
await runCommand({ name: 'chaos', help, options }, ({ values }) => {
  const { nodes, minutes, kills, engine = 'sqlite' } = values;
  const seed = wholeNumber('--seed', values.seed);
  if (nodes === '3') {
    if (kills !== undefined || values.engine !== undefined)
      throw new Error('--kills and --engine are for one node: leave them out with --nodes 3');
    if (!hasProgram('haproxy')) throw new Error('--nodes 3 needs HAProxy');
    const length = wholeNumber('--minutes', minutes ?? '5', 1);
    return report(`3 nodes, ${length} minutes`, seed, (signal) =>
      runNodesChaos({ seconds: length * 60, seed, signal, onFault: console.log }),
    );
  }
  if (nodes !== '1') throw new Error(`--nodes must be 1 or 3, not "${nodes}"`);
  if (minutes !== undefined) throw new Error('--minutes is for several nodes: add --nodes 3, or use --kills');
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`--engine must be sqlite or postgres, not "${engine}"`);
  const count = wholeNumber('--kills', kills ?? '20', 1);
  return report(`${count} kills, ${engine}`, seed, (signal) =>
    runChaos({ engine, kills: count, seed, signal, onFault: console.log }),
  );
});
