import { deriveSeed, levelOf } from '../check.ts';
import { rootCauses } from '../report/root-causes.ts';
import { maximal } from './conforming/maximal.ts';
import { mutants } from './defects/all.ts';
import type { Mutant } from './mutant.ts';
import { runChecks, type SuiteSetup } from './run-mutant.ts';
import { startServer } from './running-server.ts';
import type { Deployment } from './server/deployment.ts';

const minTogether = 2;
const maxTogether = 6;

/** What the report of several defects at once says. */
export interface CombinationResult {
  readonly seed: number;
  readonly mutants: readonly string[];
  /** False for a run without a failure. */
  readonly failed: boolean;
  /** The mutants whose clause is in no entry of the report. */
  readonly unseen: readonly string[];
  /** The titles of the entries, the broadest first. */
  readonly titles: readonly string[];
}

/** Mutants of different clauses that change the same server, as a seed draws them. */
export function drawCombination(seed: number): readonly Mutant[] {
  const candidates = mutants.filter(({ base, setup }) => base === undefined && setup === undefined);
  const count = minTogether + (deriveSeed(seed, 'count') % (maxTogether - minTogether + 1));
  const drawn: Mutant[] = [];
  for (let index = 0; drawn.length < count; index += 1) {
    const one = candidates[deriveSeed(seed, `mutant ${index}`) % candidates.length];
    if (one !== undefined && !drawn.some(({ clause }) => clause === one.clause)) drawn.push(one);
  }
  return drawn;
}

/** Runs the whole suite against the combination of a seed. */
export async function runCombination(setup: SuiteSetup): Promise<CombinationResult> {
  const { seed } = setup;
  const drawn = drawCombination(seed);
  const combined = drawn.reduce<Deployment>((base, { apply }) => ({ ...base, ...apply(base) }), maximal);
  const server = await startServer({ ...combined, name: `combination-${seed}` }, setup.certificate);
  const checks = setup.checks.filter(
    (check) => levelOf(check) !== 'open' && check.needs?.includes('browser') !== true,
  );
  const causes = rootCauses(await runChecks(server, { ...setup, checks, browserPath: undefined }));
  const named = new Set<string>(causes.flatMap(({ clauses, consequences }) => [...clauses, ...consequences]));
  return {
    seed,
    mutants: drawn.map(({ id }) => id),
    failed: causes.length > 0,
    unseen: drawn.filter(({ clause }) => !named.has(clause)).map(({ id }) => id),
    titles: causes.map(({ title }) => title),
  };
}
