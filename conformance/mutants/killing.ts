import type { Check } from '../check.ts';
import { conformingDeployments } from './conforming/conforming.ts';
import { judge } from './judge.ts';
import type { Mutant } from './mutant.ts';
import type { CheckResult } from '../runner/run-check.ts';
import type { Certificate } from './server/certificate.ts';
import type { Deployment } from './server/deployment.ts';
import { broken, startSubject } from './subject.ts';

/** What the suite made of one mutant. */
export interface Killing {
  readonly mutant: Mutant;
  /** True when every check that the mutant names failed. */
  readonly killed: boolean;
  /** The checks that failed, named or not. */
  readonly failed: readonly string[];
  /** True when a failure names the very clause that the mutant breaks. */
  readonly blamed: boolean;
}

/** A check that failed a server which violates nothing, or that broke down. */
export interface FalseAlarm {
  readonly deployment: string;
  readonly seed: number;
  readonly check: string;
  readonly reason: string;
}

/** The checks that look at the clause of a mutant, and those that it names. */
function concerned(mutant: Mutant, checks: readonly Check[]): readonly Check[] {
  return checks.filter(
    ({ id, level, requirements }) =>
      level === 'stated' &&
      (mutant.killedBy.includes(id) || requirements.some((requirement) => requirement === mutant.clause)),
  );
}

/** Runs against a mutant the checks that it concerns. */
export async function tryMutant(
  mutant: Mutant,
  checks: readonly Check[],
  certificate: Certificate,
  seed: number,
): Promise<Killing> {
  const subject = await startSubject(broken(mutant), certificate, mutant.circumstances);
  const judgement = { checks: concerned(mutant, checks), seed, runs: 1, profile: 'full' } as const;
  const results = await judge(subject, certificate, judgement);
  const failures = results.filter(({ outcome }) => outcome === 'fail');
  const failed = failures.map(({ id }) => id);
  return {
    mutant,
    failed,
    killed: mutant.killedBy.length > 0 && mutant.killedBy.every((id) => failed.includes(id)),
    blamed: failures.some((result) =>
      result.failures.some(({ requirement }) => requirement === mutant.clause),
    ),
  };
}

function alarmOf(deployment: Deployment, seed: number, result: CheckResult): FalseAlarm | undefined {
  if (result.outcome !== 'fail' && result.outcome !== 'error') return undefined;
  const [failure] = result.failures;
  const reason =
    failure === undefined
      ? (result.reason ?? result.outcome)
      : `${failure.requirement}: expected ${failure.expected}, actual ${failure.actual}`;
  return { deployment: deployment.name, seed, check: result.id, reason };
}

/** Runs the whole suite against one conforming server. */
export async function tryConforming(
  deployment: Deployment,
  checks: readonly Check[],
  certificate: Certificate,
  seed: number,
): Promise<readonly FalseAlarm[]> {
  const subject = await startSubject(deployment, certificate);
  const results = await judge(subject, certificate, { checks, seed, runs: 1, profile: 'full' });
  return results.map((result) => alarmOf(deployment, seed, result)).filter((alarm) => alarm !== undefined);
}

/** Every conforming server with every seed. */
export function conformingTrials(seeds: readonly number[]): readonly (readonly [Deployment, number])[] {
  return conformingDeployments.flatMap((deployment) => seeds.map((seed) => [deployment, seed] as const));
}
