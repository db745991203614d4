import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { packBundle, statementOf, type BundleFiles, type Implementation } from '../claim/bundle.ts';
import { partOf, verifyBundle, type VerifiedBundle } from '../claim/verify-bundle.ts';
import { unchecked, type SuiteReport } from '../report/suite-report.ts';
import { createProgram, ownVersion, type Options } from './options.ts';
import { UsageError } from './usage-error.ts';

/** What `certify` needs beside the options of a run. */
export interface ClaimOptions extends Options {
  readonly implementation: string;
  readonly implementationVersion: string;
  readonly implementationUrl: string;
  readonly contact: string;
  readonly signingKey?: string;
  readonly bundle: string;
}

/** The options of a run, and who claims. */
export function createClaimProgram(): Command {
  return createProgram()
    .name('agent-conformance certify')
    .description('Runs the whole suite, and writes its result as a bundle that others can verify.')
    .requiredOption('--implementation <name>', 'the name of what is claimed to conform')
    .requiredOption('--implementation-version <version>', 'its version')
    .requiredOption('--implementation-url <url>', 'where it is described')
    .requiredOption('--contact <address>', 'whom to ask')
    .option('--signing-key <file>', 'signs the bundle: a private key, PEM (Ed25519 or ECDSA)')
    .option('--bundle <file>', 'the file to write', 'conformance-bundle.json.gz');
}

const claimNames = new Set<string>([
  'implementation',
  'implementationVersion',
  'implementationUrl',
  'contact',
  'signingKey',
  'bundle',
]);

/** The options of the run alone: who claims is no part of its report. */
export function runOptionsOf(options: ClaimOptions): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !claimNames.has(name))) as Options;
}

/** The options of a run, and the bundle. */
export function createReproduceProgram(): Command {
  return createProgram()
    .name('agent-conformance reproduce')
    .description('Runs what a bundle claims again, with its seed and profile, and prints what is different.')
    .argument('<bundle>', 'a file of certify');
}

/** The report of a bundle that holds. Throws Error with the reason for which it is rejected. */
export function readClaimed(file: string): SuiteReport {
  return verifyBundle(read(file, 'the bundle'), ownVersion()).report;
}

function read(file: string, what: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`cannot read ${what} ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** A badge of shields.io's endpoint format. */
function badgeOf({ clauses, exitCode, level }: SuiteReport): object {
  const holds = `${clauses.filter(({ outcome }) => outcome === 'pass').length} clauses hold`;
  const { length } = unchecked(clauses, level);
  const whole = length === 0 ? [holds, 'brightgreen'] : [`${holds}, ${length} not checked in full`, 'yellow'];
  const [message, color] = exitCode === 0 ? whole : ['violated', 'red'];
  return { schemaVersion: 1, label: 'conversational agent API', message, color };
}

/** Writes the bundle of a run, and badge.json beside it. Throws UsageError for a run that proves no claim. */
export function writeClaim(report: SuiteReport, files: BundleFiles, options: ClaimOptions): string {
  const reason = partOf(report);
  if (reason !== undefined) throw new UsageError(`no bundle was written: ${reason}`);
  const implementation: Implementation = {
    name: options.implementation,
    version: options.implementationVersion,
    url: options.implementationUrl,
    contact: options.contact,
  };
  const { signingKey, bundle } = options;
  const key = signingKey === undefined ? undefined : read(signingKey, 'the signing key').toString();
  writeFileSync(bundle, packBundle(statementOf(report, implementation, files), files, key));
  writeFileSync(join(dirname(bundle), 'badge.json'), `${JSON.stringify(badgeOf(report))}\n`);
  return `Bundle: ${bundle}${key === undefined ? ', not signed' : ''}. Anybody verifies it: agent-conformance verify ${bundle}\n`;
}

const counted = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '));

function printVerified({
  statement,
  report,
  signer,
  record,
  confirmed,
  recordedOnly,
}: VerifiedBundle): string {
  const { implementation, result, url, seed, profile, passedTests, warnedTests } = statement.predicate;
  const { name, version, contact } = implementation;
  return `${name} ${version} (${contact}) at ${url}: ${result}, ${passedTests.length} clauses hold
Suite ${report.versions.suite}, contract ${report.versions.contract}, profile ${profile}, seed ${seed}, ${report.startedAt}
Verified again: ${record.exchanges} exchanges, none shows a violation that the report denies
Not checked in full: ${counted(warnedTests)}
Violated, and verified again: ${counted(confirmed)}
Violated, recorded and not verified again: ${counted(recordedOnly)}
Recorded, not verified again: what rests on a browser, on time, or on what a check expects of its own request
${signer === undefined ? 'Consistent, not attested: nobody signed it, and a consistent forgery is found by `reproduce` alone' : `Signed by the key ${signer}`}
`;
}

/** `agent-conformance verify bundle`: returns 0, or 1 for a bundle that is rejected, whose reason is printed. */
export function verifyCommand(args: readonly string[], print: (text: string) => void): number {
  const program = new Command('agent-conformance verify')
    .description('Verifies a bundle, without a network.')
    .argument('<bundle>', 'a file of certify')
    .option('--trusted-key <file>', 'a public key, PEM, which must have signed it')
    .exitOverride()
    .configureOutput({ writeOut: print, outputError: () => undefined })
    .parse(args, { from: 'user' });
  const [file = ''] = program.args;
  const { trustedKey } = program.opts<{ readonly trustedKey?: string }>();
  const key = trustedKey === undefined ? undefined : read(trustedKey, 'the trusted key').toString();
  const content = read(file, 'the bundle');
  try {
    print(printVerified(verifyBundle(content, ownVersion(), key)));
    return 0;
  } catch (error) {
    print(`Rejected: ${(error as Error).message}\n`);
    return 1;
  }
}
