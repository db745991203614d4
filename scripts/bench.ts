import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { formatLimits, formatTable, type BenchOptions, type Limit, type Workload } from './bench/report.ts';
import { dashboardWorkload } from './bench/workloads/dashboard.ts';
import { eventsWorkload } from './bench/workloads/events.ts';
import { createWorkload, listWorkload, widgetWorkload } from './bench/workloads/requests.ts';
import { searchWorkload } from './bench/workloads/search.ts';
import { startWorkload } from './bench/workloads/start.ts';
import { streamsWorkload } from './bench/workloads/streams.ts';
import { runCommand, wholeNumber } from './run-command.ts';

const workloads: Readonly<Record<string, Workload>> = {
  'list-20': listWorkload(20, 0.8),
  'list-200': listWorkload(200, 0.6),
  widget: widgetWorkload,
  create: createWorkload,
  events: eventsWorkload,
  streams: streamsWorkload,
  start: startWorkload,
  search: searchWorkload,
  dashboard: dashboardWorkload,
};

const help = `npm run bench [-- options]

Measures the service as users run it beside a peer with the same work and data, and compares the figures with their
limits. scripts/bench/README.md explains how to read them.

  --only a,b          some workloads: ${Object.keys(workloads).join(', ')}
  --rounds N          rounds of each comparison (5)
  --seconds N         length of a round (2)
  --streams N,M       streams over TLS, and behind nginx (1000,10000)
  --against FOLDER    another checkout of this service, measured in the same rounds as "before"
  --help              show this`;

async function runAll(names: readonly string[], options: BenchOptions): Promise<void> {
  const unknown = names.filter((name) => workloads[name] === undefined);
  if (unknown.length > 0) throw new Error(`unknown workload ${unknown.join(', ')}`);
  installPeers();
  const { rounds, seconds } = options;
  console.log(
    `Node ${process.version}, ${availableParallelism()} processors, ${rounds} rounds of ${seconds} s`,
  );
  const limits: Limit[] = [];
  for (const name of names) {
    const result = await workloads[name]?.(options);
    for (const { title, note = '', ...table } of result?.tables ?? [])
      console.log(`\n${title}\n\n${formatTable(table)}\n${note}`);
    limits.push(...(result?.limits ?? []));
  }
  console.log(`\nLimits\n\n${formatLimits(limits)}`);
}

/** Installs the packages that only the bench needs, on the first run. */
function installPeers(): void {
  const folder = join(dirname(import.meta.dirname), 'scripts', 'bench');
  if (existsSync(join(folder, 'node_modules', 'fastify'))) return;
  execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' });
}

const options = {
  only: { type: 'string', default: Object.keys(workloads).join() },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '2' },
  streams: { type: 'string', default: '1000,10000' },
  against: { type: 'string' },
} as const;
await runCommand({ name: 'bench', help, options }, async ({ values: { against, ...values } }) => {
  if (against !== undefined && !existsSync(join(against, 'server', 'cli.ts')))
    throw new Error(`--against must be a checkout of this service; "${against}" has no server/cli.ts`);
  const [streams = '', streamsBehindProxy = ''] = values.streams.split(',');
  await runAll(values.only.split(','), {
    rounds: wholeNumber('--rounds', values.rounds, 1),
    seconds: wholeNumber('--seconds', values.seconds, 1),
    streams: wholeNumber('--streams', streams, 1),
    streamsBehindProxy: wholeNumber('--streams', streamsBehindProxy, 1),
    against,
  });
});
process.exit();
