import { levelOf, type Check, type Profile } from '../check.ts';
import { unlimited } from '../client/meter.ts';
import { rootCauses } from '../report/root-causes.ts';
import type { CheckResult } from '../runner/run-check.ts';
import { makePlan } from '../runner/plan.ts';
import { runPlan } from '../runner/run-plan.ts';
import type { Mutant } from './mutant.ts';
import { broken, clockOf, startServer, targetOf, type RunningServer } from './running-server.ts';
import type { Certificate } from './server/certificate.ts';
import type { Deployment } from './server/deployment.ts';

/** How the suite runs against a server. */
export interface SuiteSetup {
  readonly checks: readonly Check[];
  readonly certificate: Certificate;
  readonly seed: number;
  /** Without it the checks that need a browser are left out. */
  readonly browserPath: string | undefined;
}

export interface MutantResult {
  readonly mutant: Mutant;
  /** True when the check that must detect the mutant failed, or any where each response shows it. */
  readonly killed: boolean;
  /** Ids of all checks that failed. */
  readonly failed: readonly string[];
  /** True when a failure names the clause that the mutant breaks. */
  readonly clauseNamed: boolean;
  /** True when the first entry of the report names it. */
  readonly firstNamed: boolean;
}

/** A check that failed or crashed on a conforming server. */
export interface FalseAlarm {
  readonly deployment: string;
  readonly seed: number;
  readonly check: string;
  readonly reason: string;
}

/** What a run of one profile found of a mutant, and how many requests to the main store that took. */
export interface Found {
  readonly mutant: string;
  readonly profile: Profile;
  /** undefined where the profile does not find it. */
  readonly requests?: number;
}

/** Runs the checks of a profile against a mutant until one fails. */
export async function findMutant(mutant: Mutant, profile: Profile, setup: SuiteSetup): Promise<Found> {
  const server = await startServer(broken(mutant), setup.certificate, mutant.setup);
  const results = await runChecks(server, setup, profile);
  const failed = results.findIndex(({ outcome }) => outcome === 'fail');
  if (failed < 0) return { mutant: mutant.id, profile };
  const limitChecks = new Set(
    setup.checks.filter(({ limitsOf }) => limitsOf !== undefined).map(({ id }) => id),
  );
  const counted = results.slice(0, failed + 1).filter(({ id }) => !limitChecks.has(id));
  return {
    mutant: mutant.id,
    profile,
    requests: counted.reduce((sum, { spent }) => sum + spent.requests, 0),
  };
}

/** Runs checks against a server, all or until one of a profile fails, then closes it. */
export async function runChecks(
  server: RunningServer,
  { checks, certificate, seed, browserPath }: SuiteSetup,
  profile?: Profile,
): Promise<readonly CheckResult[]> {
  const target = { ...targetOf(server, certificate), browserPath };
  const options = { profile: profile ?? ('exhaustive' as const), budget: unlimited };
  const planned = makePlan(checks, target, options);
  // The checks of one clause have less to spare than a whole run for what a broken server accepts.
  const plan = profile === undefined ? { ...planned, cost: unlimited } : planned;
  try {
    const session = {
      ...options,
      target,
      seed,
      runs: 1,
      clock: clockOf(server),
      repeatsFailed: false,
      ...(profile && { untilFailure: true as const }),
    } as const;
    return await runPlan(plan, session);
  } finally {
    await server.close();
  }
}

/**
 * Runs the checks of a mutant's clause that may fail, and the one that must detect it, against the mutant; the whole
 * suite where `isWhole`, as a user would.
 */
export async function runMutant(mutant: Mutant, setup: SuiteSetup, isWhole = false): Promise<MutantResult> {
  const { clause, killedBy } = mutant;
  const { checks } = setup;
  // A check of all responses has what those of the four operations receive.
  const isOfAll = checks.some(({ id, isLast }) => id === killedBy && isLast === true);
  // A browser takes longer than all other checks of a clause: it is for the mutants that need it.
  const isOfClause = ({ requirements, needs }: Check): boolean =>
    requirements.some((requirement) => requirement === clause) && needs?.includes('browser') !== true;
  const selected = checks.filter(
    (check) =>
      (isOfAll && /^(?:agents|auth|chat-stream|errors|http|responses|tenancy|widget)\//.test(check.id)) ||
      (levelOf(check) !== 'open' && (isWhole || check.id === killedBy || isOfClause(check))),
  );
  const server = await startServer(broken(mutant), setup.certificate, mutant.setup);
  const results = await runChecks(server, { ...setup, checks: selected });
  const failures = results.filter(({ outcome }) => outcome === 'fail');
  const failed = failures.map(({ id }) => id);
  const clauseNamed = failures.some((result) =>
    result.failures.some(({ requirement }) => requirement === clause),
  );
  // What any response shows is found by whichever check received it.
  const killed = isOfAll ? failed.length > 0 : failed.includes(killedBy);
  const [cause] = rootCauses(results);
  const firstNamed = cause?.clauses.some((requirement) => requirement === clause) === true;
  return { mutant, failed, killed, clauseNamed, firstNamed };
}

function reasonOf({ failures: [failure], outcome, reason }: CheckResult): string {
  if (failure === undefined) return reason ?? outcome;
  return `${failure.requirement}: expected ${failure.expected}, actual ${failure.actual}`;
}

/** Runs the whole suite against a conforming server; in a browser where one is given. */
export async function runConforming(
  deployment: Deployment,
  setup: SuiteSetup,
): Promise<readonly FalseAlarm[]> {
  const { certificate, seed } = setup;
  const results = await runChecks(await startServer(deployment, certificate), setup);
  return results
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map((result) => ({ deployment: deployment.name, seed, check: result.id, reason: reasonOf(result) }));
}
