import fc from 'fast-check';
import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { violationsOf, type Violation } from '../../arbitraries/violations.ts';
import type { CaseBreach, Check, CheckContext } from '../../check.ts';
import { judgeNothingCreated, judgeViolation, markedTwin } from './refused-creates.ts';

/** Every field at its own clause, so that one field's fault does not hide another's. */
function byPath(violations: readonly Violation[]): ReadonlyMap<string, readonly Violation[]> {
  return Map.groupBy(violations, ({ path }) => path);
}

/** A property's label from a path. */
function labelOf(path: string): string {
  return path === '' ? 'body' : path.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

async function run(context: CheckContext): Promise<void> {
  const violations = violationsOf(schemaOf('AgentCreate'), await markedTwin(context));
  const stated = violations.filter(({ level, rule }) => level === 'stated' && rule !== 'required');
  let accepted = 0;
  const judge = async (violation: Violation): Promise<readonly CaseBreach[]> => {
    const found = await judgeViolation(context, violation);
    accepted += found.filter(({ exchange }) => (exchange?.status ?? 400) < 300).length;
    return found;
  };
  for (const [path, examples] of byPath(stated)) {
    const arbitrary = fc.constantFrom(...examples);
    await context.forAll({ label: labelOf(path), arbitrary, examples, runs: 0, width: 12, judge });
  }
  await judgeNothingCreated(context, accepted);
}

/** Source 2.1, 2.2 and 7: a value of another type, beyond its bounds or outside its enumeration is 400. */
export const wrongValues: Check = {
  id: 'agents/wrong-values',
  title: 'A create with one value of the wrong type, out of range or unknown is 400, and creates nothing',
  requirements: [
    ...([
      'R-7-06',
      'R-2.2-03',
      'R-2.2-07',
      'R-2.2-06',
      'R-2.1-03',
      'R-2.1-05',
      'R-2.1-07',
      'R-2.1-09',
    ] as const),
    ...(['R-2.2-01', 'R-2.2-04', 'R-2.2-05', 'R-2.2-08', 'R-2.2-09', 'R-2.2-10', 'R-4.3-09'] as const),
  ],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 110, messages: 0, agents: 0 },
  writes: true,
  run,
};
