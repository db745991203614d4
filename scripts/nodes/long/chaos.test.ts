import { describe, expect, it } from 'vitest';
import { attemptsOf } from '../../chaos/history.ts';
import { runNodesChaos } from '../../chaos/run-chaos.ts';
import { hasProgram } from '../../../server/testing/programs.ts';

describe.skipIf(!hasProgram('haproxy'))('npm run chaos -- --nodes 3', () => {
  it('finds no violation in 20 s of faults, in which some requests are interrupted and limits are reached', async ({
    signal,
  }) => {
    const faults: string[] = [];
    const onFault = (line: string): void => void faults.push(line);
    const { history, violations } = await runNodesChaos({ seconds: 20, seed: 2026, signal, onFault });
    expect(violations).toEqual([]);
    expect(faults.length).toBeGreaterThan(2);
    const outcomes = attemptsOf(history).map(({ outcome }) =>
      outcome.type === 'rejected' ? outcome.status : outcome.type,
    );
    expect(outcomes.filter((outcome) => outcome === 'acknowledged').length).toBeGreaterThan(100);
    expect(outcomes).toContain(503);
  });
});
