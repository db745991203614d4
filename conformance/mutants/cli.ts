import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allChecks } from '../checks/all-checks.ts';
import { exitCodeOf, UsageError } from '../command/usage-error.ts';
import { mutants } from './defects/all.ts';
import { inLanes } from './in-lanes.ts';
import { conformingTrials, type FalseAlarm, type Killing, tryConforming, tryMutant } from './killing.ts';
import { type Score, scoreOf, shortcomings } from './score.ts';
import { createCertificate } from './server/certificate.ts';

const scoreFile = new URL('score.json', import.meta.url);
const lanes = 6;

const help = `npm run mutants [-- options]

Tries the suite on servers with one broken clause each, which it has to find, and on sound ones, which it has to leave alone.

  --only NAME   one mutant by its id, or those of one clause, and no sound server
  --seed N      a whole number for everything that is drawn (1)
  --quiet       only what is not as it should be, and the score
  --update      keep the score as the one that later runs have to reach
  --help        show this

Exit codes: 0 all found and no false alarm, 1 not so, 2 used wrongly.`;

interface Options {
  readonly only: string | undefined;
  readonly seed: number;
  readonly quiet: boolean;
  readonly update: boolean;
}

function lastScore(): Score | undefined {
  return existsSync(scoreFile) ? (JSON.parse(readFileSync(scoreFile, 'utf8')) as Score) : undefined;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tellKillings(killings: readonly Killing[], quiet: boolean): void {
  for (const { mutant, killed, failed } of killings) {
    if (killed && quiet) continue;
    const missing = mutant.killedBy.filter((id) => !failed.includes(id));
    const outcome = killed ? 'killed  ' : 'SURVIVES';
    const note = killed ? failed.join(', ') : `not failed: ${missing.join(', ') || 'no check is named'}`;
    print(`${outcome}  ${mutant.id.padEnd(38)} ${mutant.clause.padEnd(9)} ${note}`);
  }
}

function tellScore(score: Score, alarms: readonly FalseAlarm[], quiet: boolean): void {
  for (const { deployment, seed, check, reason } of alarms)
    print(`FALSE ALARM  ${deployment}, seed ${seed}: ${check}: ${reason}`);
  if (!quiet)
    for (const [id, kills] of Object.entries(score.kills)) print(`${String(kills).padStart(5)} kills  ${id}`);
  print(`Mutants: ${score.killed} of ${score.mutants} killed, ${score.blamed} with their very clause blamed`);
  print(`False alarms: ${score.falseAlarms}`);
}

/** Mutants by id or clause. Throws UsageError where there is none. */
function mutantsOf(only: string | undefined): typeof mutants {
  const chosen = mutants.filter(({ id, clause }) => only === undefined || id === only || clause === only);
  if (chosen.length === 0)
    throw new UsageError(`--only: there is no mutant, and no clause with one, called "${only}"`);
  return chosen;
}

async function tryAll({ only, seed, quiet, update }: Options): Promise<number> {
  const chosen = mutantsOf(only);
  const certificate = await createCertificate();
  const trials = only === undefined ? conformingTrials([seed, seed + 1]) : [];
  const alarms = (
    await inLanes(lanes, trials, ([deployment, one]) =>
      tryConforming(deployment, allChecks, certificate, one),
    )
  ).flat();
  const killings = await inLanes(lanes, chosen, (mutant) => tryMutant(mutant, allChecks, certificate, seed));
  const score = scoreOf(killings, alarms, allChecks);
  tellKillings(killings, quiet);
  tellScore(score, alarms, quiet);
  const problems = only === undefined ? shortcomings(score, update ? undefined : lastScore()) : [];
  for (const problem of problems) print(`Not good enough: ${problem}`);
  if (update && problems.length === 0) writeFileSync(scoreFile, `${JSON.stringify(score, null, 2)}\n`);
  return problems.length > 0 || killings.some(({ killed }) => !killed) ? 1 : 0;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seed: { type: 'string', default: '1' },
      quiet: { type: 'boolean', default: false },
      update: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(help);
    return 0;
  }
  const { only, quiet, update } = values;
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed))
    throw new UsageError(`--seed must be a whole number, not "${values.seed}"`);
  return tryAll({ only, seed, quiet, update });
}

process.exitCode = await exitCodeOf(help, main);
