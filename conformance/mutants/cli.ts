import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Check } from '../check.ts';
import { allChecks } from '../checks/all-checks.ts';
import { findChromium } from '../checks/embed/chromium.ts';
import { exitCodeOf, UsageError } from '../command/usage-error.ts';
import { measureCosts, saveCosts } from './measure-costs.ts';
import { embeddable } from './conforming/embeddable.ts';
import { conformingDeployments, soundDeployments } from './conforming/all.ts';
import { mutants } from './defects/all.ts';
import type { Mutant } from './mutant.ts';
import type { FalseAlarm, MutantResult } from './run-mutant.ts';
import { checksFor, runTrials, type Trial } from './run-trials.ts';
import { scoreOf, shortcomings, type Score } from './score.ts';
import { shareLines, sharesOf } from './shares.ts';
import { createCertificate } from './server/certificate.ts';

const scoreFile = new URL('score.json', import.meta.url);

const help = `npm run mutants [-- options]

Runs the suite against mutants, each of which breaks one clause and must be detected, and against
conforming servers, which must pass.

  --only NAME   one mutant by its id, or all of one clause, and no conforming server
  --whole       run the whole suite against each mutant, as a user would; takes minutes
  --seed N      seed for generated inputs, an integer (1)
  --quick       the first mutant of each check and five conforming servers only, as npm test does
  --combined N  N combinations of 2 to 6 mutants, drawn by the seed, in place of single ones (200 take half an hour)
  --quiet       print only survivors, false alarms and the score
  --shares      also run the core and the full profile against each mutant until it is found, and print which
                share each of them finds, and after how many requests; takes minutes
  --sample N    every Nth mutant only (1)
  --update      save the score as the minimum for later runs
  --costs       measure what the checks spend on the conforming servers, and save it in costs.json; takes minutes
  --help        show this

Exit codes: 0 all mutants killed and no false alarm, 1 otherwise, 2 wrong usage.`;

/** Of `--shares`. */
const profiles = ['core', 'full'] as const;

type Options = ReturnType<typeof readOptions>;

function savedScore(): Score | undefined {
  return existsSync(scoreFile) ? (JSON.parse(readFileSync(scoreFile, 'utf8')) as Score) : undefined;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printResults(results: readonly MutantResult[], quiet: boolean): void {
  for (const { mutant, killed, failed, firstNamed } of results) {
    if (killed && quiet) continue;
    const outcome = killed ? 'killed  ' : 'SURVIVED';
    const note = killed ? failed.join(', ') : `not failed: ${mutant.killedBy}`;
    const first = firstNamed ? '' : '; the first entry of the report names another clause';
    print(`${outcome}  ${mutant.id.padEnd(40)} ${mutant.clause.padEnd(9)} ${note}${first}`);
  }
}

function printScore(score: Score, alarms: readonly FalseAlarm[], showsKills: boolean): void {
  for (const { deployment, seed, check, reason } of alarms)
    print(`FALSE ALARM  ${deployment}, seed ${seed}: ${check}: ${reason}`);
  if (showsKills)
    for (const [id, kills] of Object.entries(score.kills)) print(`${String(kills).padStart(5)} kills  ${id}`);
  print(
    `Mutants: ${score.killed} of ${score.mutants} killed, ${score.clauseNamed} with the broken clause named`,
  );
  const share = ((100 * score.firstNamed) / score.mutants).toFixed(1);
  print(`First entry of the report names the broken clause: ${score.firstNamed} (${share} %)`);
  print(`False alarms: ${score.falseAlarms}`);
}

/** Mutants by id or clause, or all, that the checks can detect. Throws UsageError when none matches. */
function selectMutants(only: string | undefined, checks: readonly Check[]): readonly Mutant[] {
  const selected = mutants
    .filter(({ id, clause }) => only === undefined || id === only || clause === only)
    .filter(({ killedBy }) => checks.some(({ id }) => id === killedBy));
  if (selected.length === 0) throw new UsageError(`--only: no mutant has the id or the clause "${only}"`);
  return selected;
}

/** One mutant of each check. */
function firstOfEach(selected: readonly Mutant[]): readonly Mutant[] {
  return [...Map.groupBy(selected, ({ killedBy }) => killedBy).values()].flatMap(([first]) => first ?? []);
}

/** Runs combinations: each must fail the run, and have an entry of the report for each of its mutants. */
async function runCombined({ combined, seed, quiet }: Options): Promise<number> {
  const trials = Array.from({ length: combined }, (_, index) => ({ combination: seed + index }));
  const certificate = await createCertificate();
  const options = { seed, whole: true, certificate, browserPath: undefined };
  const { combinations } = await runTrials(trials, options);
  const missed = combinations.filter(({ failed, unseen }) => !failed || unseen.length > 0);
  for (const { seed: own, mutants: ids, unseen, titles } of quiet ? missed : combinations) {
    print(`${unseen.length === 0 ? 'seen    ' : 'MISSED  '}  seed ${own}: ${ids.join(', ')}`);
    if (unseen.length > 0) print(`  no entry for ${unseen.join(', ')}; entries: ${titles.join(' | ')}`);
  }
  const all = combinations.flatMap(({ mutants: ids }) => ids).length;
  const unseen = combinations.flatMap((one) => one.unseen).length;
  const holding = combinations.filter(({ failed }) => !failed).length;
  print(
    `Combinations: ${combinations.length}, ${all - unseen} of ${all} mutants with an entry, ${holding} without a failure`,
  );
  return missed.length > 0 ? 1 : 0;
}

async function runAll({ only, seed, quick, quiet, whole, update, shares, sample }: Options): Promise<number> {
  const browserPath = findChromium(process.env['CHROMIUM_PATH']);
  const checks = checksFor(browserPath);
  if (checks.length < allChecks.length) print('No browser, so embed scripts that do not work are left out');
  const all = selectMutants(only, checks);
  const selected = (quick ? firstOfEach(all) : all).filter((_, index) => index % sample === 0);
  // The embed script of one server works in a browser.
  const sound = (quick ? conformingDeployments : soundDeployments).filter(
    (one) => browserPath !== undefined || one !== embeddable,
  );
  // One seed each: `npm run test:seeds` runs a hundred.
  const conforming = (only === undefined ? sound : []).map(({ name }) => ({ deployment: name, seed }));
  const sampled = sample > 1;
  const trials: readonly Trial[] = [
    ...(sampled ? [] : [...conforming, ...selected.map(({ id }) => ({ mutant: id }))]),
    ...selected.flatMap(({ id }) => (shares ? profiles.map((profile) => ({ mutant: id, profile })) : [])),
  ];
  const certificate = await createCertificate();
  const { results, alarms, found } = await runTrials(trials, { seed, whole, certificate, browserPath });
  if (shares) for (const line of shareLines(sharesOf(found), found)) print(line);
  if (sampled) return 0;
  // Some checks find mutants that others find, too, and none of their own.
  const shown = quick ? checks.filter(({ id }) => selected.some(({ killedBy }) => killedBy === id)) : checks;
  const score = { ...scoreOf(results, alarms, shown), ...(shares && { shares: sharesOf(found) }) };
  printResults(results, quiet);
  printScore(score, alarms, only === undefined && !quiet);
  const problems =
    only === undefined
      ? shortcomings(score, update || quick || checks.length < allChecks.length ? undefined : savedScore())
      : [];
  for (const problem of problems) print(`Not good enough: ${problem}`);
  if (update && problems.length === 0) writeFileSync(scoreFile, `${JSON.stringify(score, null, 2)}\n`);
  return problems.length > 0 || results.some(({ killed }) => !killed) ? 1 : 0;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seed: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      whole: { type: 'boolean', default: false },
      update: { type: 'boolean', default: false },
      costs: { type: 'boolean', default: false },
      shares: { type: 'boolean', default: false },
      sample: { type: 'string', default: '1' },
      combined: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  const wholeNumber = (name: 'seed' | 'sample' | 'combined', min: number): number => {
    const value = Number(values[name]);
    if (Number.isSafeInteger(value) && value >= min) return value;
    throw new UsageError(`--${name} must be a whole number from ${min}, not "${values[name]}"`);
  };
  const numbers = {
    seed: wholeNumber('seed', 0),
    sample: wholeNumber('sample', 1),
    combined: wholeNumber('combined', 0),
  };
  return { ...values, only: values.only, ...numbers };
}

async function main(): Promise<number> {
  const options = readOptions();
  const { help: isHelp, update, quick, sample, combined, costs } = options;
  if (isHelp) {
    print(help);
    return 0;
  }
  if (update && (quick || sample > 1))
    throw new UsageError('--update needs all mutants, without --quick and --sample');
  if (costs) {
    const browserPath = findChromium(process.env['CHROMIUM_PATH']);
    const certificate = await createCertificate();
    saveCosts(await measureCosts({ checks: allChecks, certificate, browserPath }));
    return 0;
  }
  return combined > 0 ? runCombined(options) : runAll(options);
}

process.exitCode = await exitCodeOf(help, main);
