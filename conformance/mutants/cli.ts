import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allChecks } from '../checks/all-checks.ts';
import { mutants } from './defects/all.ts';
import { inLanes } from './in-lanes.ts';
import { conformingTrials, tryConforming, tryMutant, type FalseAlarm, type Killing } from './killing.ts';
import { scoreOf, shortcomings, type Score } from './score.ts';
import { createCertificate } from './server/certificate.ts';

const scoreFile = new URL('score.json', import.meta.url);
const lanes = 6;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    quiet: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
});

function lastScore(): Score | undefined {
  return existsSync(scoreFile) ? (JSON.parse(readFileSync(scoreFile, 'utf8')) as Score) : undefined;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tellKillings(killings: readonly Killing[]): void {
  for (const { mutant, killed, failed } of killings) {
    if (killed && values.quiet) continue;
    const missing = mutant.killedBy.filter((id) => !failed.includes(id));
    const outcome = killed ? 'killed  ' : 'SURVIVES';
    const note = killed ? failed.join(', ') : `not failed: ${missing.join(', ') || 'no check is named'}`;
    print(`${outcome}  ${mutant.id.padEnd(38)} ${mutant.clause.padEnd(9)} ${note}`);
  }
}

function tellScore(score: Score, alarms: readonly FalseAlarm[]): void {
  for (const { deployment, seed, check, reason } of alarms)
    print(`FALSE ALARM  ${deployment}, seed ${seed}: ${check}: ${reason}`);
  if (!values.quiet)
    for (const [id, kills] of Object.entries(score.kills)) print(`${String(kills).padStart(5)} kills  ${id}`);
  print(`Mutants: ${score.killed} of ${score.mutants} killed, ${score.blamed} with their very clause blamed`);
  print(`False alarms: ${score.falseAlarms}`);
}

const certificate = await createCertificate();
const seed = Number(values.seed);
const chosen = mutants.filter(
  ({ id, clause }) => values.only === undefined || id === values.only || clause === values.only,
);
const trials = values.only === undefined ? conformingTrials([seed, seed + 1]) : [];
const alarms = (
  await inLanes(lanes, trials, ([deployment, one]) => tryConforming(deployment, allChecks, certificate, one))
).flat();
const killings = await inLanes(lanes, chosen, (mutant) => tryMutant(mutant, allChecks, certificate, seed));
const score = scoreOf(killings, alarms, allChecks);
tellKillings(killings);
tellScore(score, alarms);
const problems =
  values.only === undefined ? shortcomings(score, values.update ? undefined : lastScore()) : [];
for (const problem of problems) print(`Not good enough: ${problem}`);
if (values.update && problems.length === 0) writeFileSync(scoreFile, `${JSON.stringify(score, null, 2)}\n`);
process.exitCode = problems.length > 0 || killings.some(({ killed }) => !killed) ? 1 : 0;
