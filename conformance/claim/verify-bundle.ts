import { createPublicKey } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { clauseResults, isViolated } from '../report/clause-result.ts';
import { isUnscored } from '../report/scored.ts';
import type { SuiteReport } from '../report/suite-report.ts';
import { fixtureCost } from '../runner/plan.ts';
import {
  keyIdOf,
  readStatement,
  sha256,
  signerOf,
  statementOf,
  unpackBundle,
  type Bundle,
} from './bundle.ts';
import type { Statement } from './bundle.ts';
import { verifyRecord, type RecordResult } from './verify-record.ts';

/** What a bundle that holds shows. */
export interface VerifiedBundle {
  readonly statement: Statement;
  readonly report: SuiteReport;
  /** The id of the key that signed it; undefined where nobody did: whoever forged it consistently is not found. */
  readonly signer: string | undefined;
  readonly record: RecordResult;
  /** Violated clauses that the record shows again. */
  readonly confirmed: readonly string[];
  /** Violated clauses whose check asks for more than the record holds: a browser, a clock, or an expectation of its own. */
  readonly recordedOnly: readonly string[];
}

/** The options that make a run less than a whole one. */
const partial = [
  'only',
  'replay',
  'baseline',
  'readOnly',
  'maxAgents',
  'maxMessages',
  'maxRequests',
  'insecure',
];

/** Why a run proves no claim, undefined for a whole one. */
export function partOf({ options, outcome, profile }: SuiteReport): string | undefined {
  const given = partial.find((name) => options[name] !== undefined && options[name] !== false);
  if (given !== undefined) return `the run is no whole one: ${given} was given`;
  if (profile === 'core') return 'the run is no whole one: a claim needs the profile full or a greater one';
  return outcome === 'broken' || outcome === 'inconclusive' ? `the run is ${outcome}` : undefined;
}

function requireDigests({ files }: Bundle, { subject }: Statement): void {
  for (const [name, text] of Object.entries(files)) {
    const digest = subject.find((one) => one.name === name)?.digest.sha256;
    if (digest === undefined) throw new Error(`the statement does not name ${name}`);
    if (digest !== sha256(text)) throw new Error(`${name} was changed: its digest is not the statement's`);
  }
}

/** The report again says what the statement says: its clauses, seed, profile and versions. */
function requireSame(report: SuiteReport, statement: Statement, { files }: Bundle): void {
  const expected = statementOf(report, statement.predicate.implementation, files).predicate;
  for (const name of Object.keys(expected) as (keyof typeof expected)[])
    if (!isDeepStrictEqual(expected[name], statement.predicate[name]))
      throw new Error(`the statement's ${name} is not the report's`);
}

/** The results of the clauses are those of the checks: what no check has checked does not hold. */
function requireResults({ clauses, checks, level, options }: SuiteReport): void {
  const { contract } = options;
  const results = clauseResults(checks, level, typeof contract === 'string' ? contract : undefined);
  const expected = JSON.parse(JSON.stringify(results)) as typeof results;
  const other = clauses.find((clause, index) => !isDeepStrictEqual(clause, expected[index]));
  if (other !== undefined || clauses.length !== expected.length)
    throw new Error(`the result of ${other?.id ?? 'a clause'} is not that of the checks`);
}

/** The record is of the run that the report is about. */
function requireOneRun({ target, startedAt, durationMs, spent }: SuiteReport, record: RecordResult): void {
  if (record.baseUrl !== target.baseUrl)
    throw new Error(`the record is of ${record.baseUrl}, and the report of ${target.baseUrl}`);
  const start = Date.parse(startedAt);
  const [first, last] = record.sentBetween;
  // The clock of the record may be set back a little in a run.
  const tolerance = 1000;
  if (first < start - tolerance || last > start + durationMs + tolerance)
    throw new Error(
      'the record is of another run: its requests were sent at other times than the report says',
    );
  // No check has what finds or creates the agents of all of them.
  if (record.exchanges > spent.requests + fixtureCost.requests)
    throw new Error(`the report has ${spent.requests} requests, and the record ${record.exchanges}`);
}

/** A report may not deny what its own record shows. */
function requireViolations(report: SuiteReport, { violated }: RecordResult): void {
  for (const [id, finding] of violated) {
    const clause = report.clauses.find((one) => one.id === id);
    const isCounted = clause?.level !== 'open' && !isUnscored(id, report);
    if (isCounted && (clause === undefined || !isViolated(clause)))
      throw new Error(`the record shows that ${id} is violated, which the report denies: ${finding}`);
  }
}

function requireSuite({ versions }: SuiteReport, suite: string): void {
  if (versions.suite !== suite)
    throw new Error(`it was made by the suite ${versions.suite}: verify it with that one; this is ${suite}`);
}

/**
 * Verifies a bundle without a network: signature, digests, statement, and the recorded exchanges, which the model verifies
 * again. Throws Error with the reason for which it is rejected. `suite` is our version; a trusted key in PEM must have signed.
 */
export function verifyBundle(file: Uint8Array, suite: string, trustedKey?: string): VerifiedBundle {
  const bundle = unpackBundle(file);
  const statement = readStatement(bundle);
  const signer = signerOf(bundle);
  if (trustedKey !== undefined && signer !== keyIdOf(createPublicKey(trustedKey)))
    throw new Error(signer === undefined ? 'it is not signed' : 'another key than the trusted one signed it');
  requireDigests(bundle, statement);
  const report = JSON.parse(bundle.files['report.json']) as SuiteReport;
  requireSame(report, statement, bundle);
  requireSuite(report, suite);
  requireResults(report);
  const reason = partOf(report);
  if (reason !== undefined) throw new Error(reason);
  const record = verifyRecord(bundle.files['record.jsonl']);
  requireOneRun(report, record);
  requireViolations(report, record);
  const violated: string[] = report.clauses.filter(isViolated).map(({ id }) => id);
  const shown = new Set<string>(record.violated.keys());
  return {
    statement,
    report,
    signer,
    record,
    confirmed: violated.filter((id) => shown.has(id)),
    recordedOnly: violated.filter((id) => !shown.has(id)),
  };
}
