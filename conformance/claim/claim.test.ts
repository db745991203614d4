import { generateKeyPairSync } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Check } from '../check.ts';
import { allChecks } from '../checks/all-checks.ts';
import { unlimited } from '../client/meter.ts';
import { soundDeployments } from '../mutants/conforming/all.ts';
import { minimal } from '../mutants/conforming/minimal.ts';
import { mutants } from '../mutants/defects/all.ts';
import { broken, clockOf, startServer, targetOf } from '../mutants/running-server.ts';
import { createCertificate } from '../mutants/server/certificate.ts';
import type { Deployment } from '../mutants/server/deployment.ts';
import { clauseResults } from '../report/clause-result.ts';
import { makeReport, type SuiteReport } from '../report/suite-report.ts';
import { makePlan } from '../runner/plan.ts';
import { runPlan } from '../runner/run-plan.ts';
import { packBundle, statementOf, type Bundle, type BundleFiles, type Statement } from './bundle.ts';
import { recordModel, type RecordLine } from './record.ts';
import { verifyBundle } from './verify-bundle.ts';

const certificate = await createCertificate();
const suite = '0.1.0';
const implementation = { name: 'mine', version: '1', url: 'https://shop.example', contact: 'a@shop.example' };

interface Run {
  readonly report: SuiteReport;
  readonly files: BundleFiles;
  readonly keys: readonly string[];
}

/** A run as `certify` makes it; what is tampered with needs a few checks only. */
async function run(deployment: Deployment, checks: readonly Check[]): Promise<Run> {
  const server = await startServer(deployment, certificate);
  const target = targetOf(server, certificate);
  const options = { target, profile: 'full', budget: unlimited, seed: 1, runs: 1 } as const;
  const plan = makePlan(checks, target, options);
  let recordOf = (): string => '';
  const startedAt = server.state.now();
  const results = await runPlan(plan, {
    ...options,
    clock: clockOf(server),
    withModel: (model) => {
      const recorded = recordModel(model, target);
      recordOf = recorded.text;
      return recorded.model;
    },
  });
  const durationMs = server.state.now() - startedAt;
  await server.close();
  const report = makeReport({
    job: options,
    results,
    startedAt,
    durationMs,
    baseline: [],
    requireComplete: false,
    level: 'derived',
    versions: { suite, contract: '2.0.0', node: 'v24' },
    options: { profile: 'full' },
  });
  const files = {
    'report.json': JSON.stringify(report),
    'plan.txt': 'the plan',
    'exchanges.har': '{}',
    'record.jsonl': recordOf(),
  };
  const keys = Object.values(target.stores).flatMap((store) => (store === undefined ? [] : [store.key]));
  return { report, files, keys };
}

const pack = ({ report, files }: Run, key?: string): Buffer =>
  packBundle(statementOf(report, implementation, files), files, key);

const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  publicKeyEncoding: { format: 'pem', type: 'spki' },
});
const other = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  publicKeyEncoding: { format: 'pem', type: 'spki' },
});

const few = allChecks.filter(({ id }) => /^(?:agents|transport)\//.test(id));
const sound = await run(minimal, few);
const violating = await run(
  broken(mutants.find(({ id }) => id === 'name-capitalised') as (typeof mutants)[0]),
  few,
);

describe('a true bundle', () => {
  it.each(soundDeployments)('of $name is accepted', { tags: ['nightly'] }, async (deployment) => {
    expect(verifyBundle(pack(await run(deployment, allChecks)), suite).recordedOnly).toEqual([]);
  });

  it('says who signed it, or that nobody did', () => {
    expect(verifyBundle(pack(sound, privateKey), suite, publicKey).signer).toMatch(/^[0-9a-f]{64}$/);
    expect(verifyBundle(pack(sound, other.privateKey), suite).signer).toBeDefined();
    expect(verifyBundle(pack(sound), suite).signer).toBeUndefined();
  });

  it('of a broken server has its violation, verified again', () => {
    const { confirmed, statement } = verifyBundle(pack(violating), suite);
    expect(confirmed).toEqual(['R-2.1-04']);
    expect(statement.predicate).toMatchObject({ result: 'FAILED', failedTests: ['R-2.1-04'] });
  });

  it('contains no key', () => {
    const text = gunzipSync(pack(sound)).toString();
    for (const key of sound.keys) expect(text).not.toContain(key);
  });
});

type Lines = readonly RecordLine[];

function withRecord(given: Run, change: (lines: Lines) => Lines): Run {
  const lines = given.files['record.jsonl'].trim().split('\n');
  const changed = change(lines.map((line) => JSON.parse(line) as RecordLine));
  return {
    ...given,
    files: { ...given.files, 'record.jsonl': changed.map((line) => JSON.stringify(line)).join('\n') },
  };
}

function withReport(given: Run, change: Partial<SuiteReport>): Run {
  const report = { ...given.report, ...change };
  return { ...given, report, files: { ...given.files, 'report.json': JSON.stringify(report) } };
}

/** A forger who adapts the digests, too. */
const consistent = (given: Run): Buffer => pack(given, privateKey);

/** Changes a bundle and leaves its statement. */
function edited(given: Run, change: (bundle: Bundle) => object): Buffer {
  const bundle = JSON.parse(gunzipSync(pack(given, privateKey)).toString()) as Bundle;
  return gzipSync(JSON.stringify(change(bundle)));
}

const withFiles = (given: Run, files: Partial<BundleFiles>): Buffer =>
  edited(given, (bundle) => ({ ...bundle, files: { ...bundle.files, ...files } }));

function withStatement(given: Run, change: (predicate: Statement['predicate']) => object): Buffer {
  const statement = statementOf(given.report, implementation, given.files);
  return packBundle(
    { ...statement, predicate: change(statement.predicate) as Statement['predicate'] },
    given.files,
  );
}

const responses = (line: RecordLine): line is RecordLine & { type: 'response' } => line.type === 'response';
const nth = <T extends RecordLine>(lines: Lines, is: (line: RecordLine) => line is T, at: number): T =>
  lines.filter(is)[at] as T;
const createdAt = (lines: Lines): number =>
  lines.findIndex((line) => responses(line) && line.exchange.status === 201);
const changeResponse = (
  lines: Lines,
  at: number,
  change: Partial<(RecordLine & { type: 'response' })['exchange']>,
): Lines =>
  lines.map((line, index) =>
    index === at && responses(line) ? { ...line, exchange: { ...line.exchange, ...change } } : line,
  );
const flipped = (given: Run): Partial<SuiteReport> => ({
  exitCode: 0,
  clauses: given.report.clauses.map((clause) =>
    clause.outcome === 'fail' ? { ...clause, outcome: 'pass' } : clause,
  ),
});
/** A report whose checks have found nothing. */
function denied({ report: { checks, level } }: Run): Partial<SuiteReport> {
  const clean = checks.map((check) => ({
    ...check,
    failures: [],
    completed: true,
    outcome: 'pass' as const,
  }));
  return { exitCode: 0, checks: clean, clauses: clauseResults(clean, level) };
}
const report = (given: Run, from: string, to: string): BundleFiles['report.json'] =>
  given.files['report.json'].replace(from, to);

describe('a bundle that was tampered with is rejected', () => {
  const { files } = sound;
  const later = 3_600_000;
  const all: Readonly<Record<string, readonly [bundle: () => Uint8Array, reason: string]>> = {
    'a file that is none': [() => Buffer.from('no'), 'it is no bundle'],
    'JSON that is none': [() => gzipSync('{"files":{}}'), 'it needs an envelope'],
    'a missing file': [
      () =>
        edited(sound, ({ files: { 'plan.txt': _plan, ...rest }, ...bundle }) => ({ ...bundle, files: rest })),
      'it needs an envelope, and the files',
    ],
    'another file': [
      () => edited(sound, (bundle) => ({ ...bundle, files: { ...bundle.files, more: '' } })),
      'it needs an envelope',
    ],
    'another statement': [
      () =>
        edited(sound, (bundle) => ({
          ...bundle,
          envelope: { ...bundle.envelope, payload: 'e30=', signatures: [] },
        })),
      'no in-toto statement',
    ],
    'a status in the report': [
      () =>
        withFiles(violating, { 'report.json': report(violating, '"outcome":"fail"', '"outcome":"pass"') }),
      'report.json was changed',
    ],
    'a seed in the report': [
      () => withFiles(sound, { 'report.json': report(sound, '"seed":1', '"seed":2') }),
      'report.json was changed',
    ],
    'the plan': [() => withFiles(sound, { 'plan.txt': 'less' }), 'plan.txt was changed'],
    'the HAR': [() => withFiles(sound, { 'exchanges.har': '{"log":1}' }), 'exchanges.har was changed'],
    'a status in the record': [
      () =>
        withFiles(sound, { 'record.jsonl': files['record.jsonl'].replace('"status":201', '"status":200') }),
      'record.jsonl was changed',
    ],
    'the record of another run': [
      () => withFiles(sound, { 'record.jsonl': violating.files['record.jsonl'] }),
      'record.jsonl was changed',
    ],
    'the report of another run': [
      () => withFiles(violating, { 'report.json': files['report.json'] }),
      'report.json was changed',
    ],
    'its signature': [
      () =>
        edited(sound, (bundle) => ({
          ...bundle,
          envelope: { ...bundle.envelope, signatures: [{ keyid: '', sig: 'AAAA' }] },
        })),
      'its signature is wrong',
    ],
    'the key of its signature': [
      () => edited(sound, (bundle) => ({ ...bundle, publicKey: other.publicKey })),
      'its signature is wrong',
    ],
    'no key beside its signature': [
      () => edited(sound, ({ publicKey: _key, ...bundle }) => bundle),
      'has no public key',
    ],
    'its result': [
      () => withStatement(violating, (predicate) => ({ ...predicate, result: 'PASSED' })),
      "the statement's result is not the report's",
    ],
    'its failed clauses': [
      () => withStatement(violating, (predicate) => ({ ...predicate, failedTests: [] })),
      "the statement's failedTests is not",
    ],
    'its seed': [
      () => withStatement(sound, (predicate) => ({ ...predicate, seed: 7 })),
      "the statement's seed is not",
    ],
    'its profile': [
      () => withStatement(sound, (predicate) => ({ ...predicate, profile: 'exhaustive' })),
      "the statement's profile is not",
    ],
    'its address': [
      () => withStatement(sound, (predicate) => ({ ...predicate, url: 'https://other.example' })),
      "the statement's url is not",
    ],
    'a file that the statement does not name': [
      () => packBundle({ ...statementOf(sound.report, implementation, files), subject: [] }, files),
      'does not name report.json',
    ],
    'a flipped clause, with all digests': [
      () => consistent(withReport(violating, flipped(violating))),
      'the result of R-2.1-04 is not that of the checks',
    ],
    'a flipped clause with its checks, and all digests': [
      () => consistent(withReport(violating, denied(violating))),
      'the record shows that R-2.1-04 is violated, which the report denies',
    ],
    'a status, with all digests': [
      () =>
        consistent(withRecord(sound, (lines) => changeResponse(lines, createdAt(lines), { status: 500 }))),
      'the record shows that R-',
    ],
    'a body, with all digests': [
      () => consistent(withRecord(sound, (lines) => changeResponse(lines, createdAt(lines), { body: '{}' }))),
      'the record shows that R-',
    ],
    'a missing request, with all digests': [
      () =>
        consistent(
          withRecord(sound, (lines) => lines.filter((line) => line.type !== 'sent' || line.id !== 9)),
        ),
      'request 9 ',
    ],
    'a response that is there twice, with all digests': [
      () => consistent(withRecord(sound, (lines) => [...lines, nth(lines, responses, 3)])),
      'or is there twice',
    ],
    'a record without its target, with all digests': [
      () => consistent(withRecord(sound, (lines) => lines.slice(1))),
      'does not begin with its target',
    ],
    'a record of another deployment, with all digests': [
      () =>
        consistent(
          withReport(sound, { target: { ...sound.report.target, baseUrl: 'https://other.example' } }),
        ),
      'the record is of https://127.0.0.1',
    ],
    'a record of another time, with all digests': [
      () =>
        consistent(
          withReport(sound, {
            startedAt: new Date(Date.parse(sound.report.startedAt) + later).toISOString(),
          }),
        ),
      'the record is of another run',
    ],
    'more exchanges than requests, with all digests': [
      () => consistent(withReport(sound, { spent: { requests: 3, messages: 0, agents: 0 } })),
      'the report has 3 requests',
    ],
    'an older suite': [
      () => consistent(withReport(sound, { versions: { ...sound.report.versions, suite: '0.0.9' } })),
      'it was made by the suite 0.0.9',
    ],
    'a run with a baseline': [
      () => consistent(withReport(sound, { options: { baseline: 'known.json' } })),
      'no whole one: baseline',
    ],
    'a part of a run': [
      () => consistent(withReport(sound, { options: { only: ['R-4.2-01'] } })),
      'no whole one: only',
    ],
    'a run of the core': [
      () => consistent(withReport(sound, { profile: 'core' })),
      'no whole one: a claim needs',
    ],
  };
  it.each(Object.entries(all))('%s', (_what, [bundle, reason]) => {
    expect(() => verifyBundle(bundle(), suite)).toThrow(reason);
  });

  it('by another key than the trusted one, or by nobody', () => {
    expect(() => verifyBundle(pack(sound, other.privateKey), suite, publicKey)).toThrow('another key');
    expect(() => verifyBundle(pack(sound), suite, publicKey)).toThrow('it is not signed');
  });
});
