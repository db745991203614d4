import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from './bench/table.ts';
import type { BenchOptions } from './bench/workload.ts';
import { workloads } from './bench/workloads/workloads.ts';
import { exitCodeOf, UsageError } from '../conformance/command/usage-error.ts';

const help = `npm run bench [-- options]

Measures the service as users run it, beside its peers: same work, same data, interleaved rounds, medians.
Only ratios of one run mean something; scripts/bench/README.md says how to read them. Every contender of a comparison
gets 8 seconds of requests before the first round.

  --only a,b        some workloads: ${Object.keys(workloads).join(', ')}
  --rounds N        rounds of each comparison (5)
  --seconds N       length of one round (2)
  --streams a,b     streams at once (100,1000,5000,10000)
  --open-rate N     of these, how many are opened in a second (150)
  --against FOLDER  another checkout of this service, measured in the same rounds as "before"
  --json            one JSON object instead of tables
  --help            show this`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      streams: { type: 'string', default: '100,1000,5000,10000' },
      'open-rate': { type: 'string', default: '150' },
      against: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const names = values.only?.split(',') ?? Object.keys(workloads);
  const unknown = names.filter((name) => workloads[name] === undefined);
  if (unknown.length > 0) throw new UsageError(`there is no workload ${unknown.join(', ')}`);
  const options = {
    rounds: wholeNumber('--rounds', values.rounds),
    seconds: positive('--seconds', values.seconds),
    against: checkout('--against', values.against),
    openPerSecond: positive('--open-rate', values['open-rate']),
    streams: values.streams.split(',').map((count) => wholeNumber('--streams', count)),
  };
  await runAll(names, options, values.json === true);
  return 0;
}

async function runAll(names: readonly string[], options: BenchOptions, json: boolean): Promise<void> {
  const found: Record<string, unknown> = {};
  const { rounds, seconds } = options;
  if (!json)
    console.log(
      `Node ${process.version}, ${availableParallelism()} processors, ${rounds} rounds of ${seconds} s`,
    );
  for (const name of names) {
    const workload = workloads[name];
    if (workload === undefined) continue;
    const { headings, rows, data, notes } = await workload.run(options);
    found[name] = data;
    if (json) continue;
    console.log(`\n${workload.title}\n`);
    console.log(formatTable(headings, rows));
    for (const note of notes) console.log(note);
  }
  if (json) console.log(JSON.stringify({ node: process.version, ...options, workloads: found }, null, 2));
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`${option} must be a number above 0, not "${text}"`);
  return value;
}

function wholeNumber(option: string, text: string): number {
  const value = positive(option, text);
  if (!Number.isInteger(value)) throw new UsageError(`${option} must be a whole number, not "${text}"`);
  return value;
}

function checkout(option: string, folder: string | undefined): string | null {
  if (folder === undefined) return null;
  if (!existsSync(join(folder, 'server', 'cli.ts')))
    throw new UsageError(
      `${option} must be a checkout of this service: there is no server/cli.ts in "${folder}"`,
    );
  return folder;
}

// At once: what failed may have left servers, which end with this process.
process.exit(await exitCodeOf(help, main));
