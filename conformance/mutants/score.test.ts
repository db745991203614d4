import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Check } from '../check.ts';
import { maximal } from './conforming/maximal.ts';
import type { FalseAlarm, MutantResult } from './run-mutant.ts';
import type { Mutant } from './mutant.ts';
import { scoreOf, shortcomings } from './score.ts';

const mutant: Mutant = { id: 'm', clause: 'R-5-01', killedBy: 'auth/a', base: maximal, apply: () => ({}) };
const result: MutantResult = {
  mutant,
  killed: true,
  failed: ['auth/a'],
  clauseNamed: true,
  firstNamed: true,
};
const alarm: FalseAlarm = { deployment: 'odd', seed: 1, check: 'auth/a', reason: 'R-5-01' };

function check(id: string, clause: RequirementId = 'R-5-01'): Check {
  return {
    id,
    title: id,
    requirements: [clause],
    profile: 'core',
    isReadOnly: true,
    run: async () => undefined,
  };
}

describe('the score of the suite', () => {
  const full = scoreOf([result, result], [], [check('auth/a'), check('auth/open', 'R-5-16')]);

  it('passes when every mutant is killed, there is no false alarm, and each stated check kills a mutant', () => {
    const counts = { mutants: 2, killed: 2, falseAlarms: 0, clauseNamed: 2, firstNamed: 2 };
    expect(full).toEqual({ ...counts, kills: { 'auth/a': 2 } });
    expect(shortcomings(full, undefined)).toEqual([]);
    expect(shortcomings(full, full)).toEqual([]);
  });

  it('fails with a survivor, a false alarm, or a check that kills nothing', () => {
    const survivor = { ...result, killed: false, failed: [] };
    const score = scoreOf([result, survivor], [alarm], [check('auth/a'), check('auth/b')]);
    expect(shortcomings(score, undefined)).toEqual([
      '1 mutants survive',
      '1 false alarms',
      'auth/b kills no mutant',
    ]);
  });

  it('fails when it drops below the saved score, as when a mutant is deleted', () => {
    const fewer = scoreOf([result], [], [check('auth/a')]);
    expect(shortcomings(fewer, full)).toEqual([
      'mutants dropped from 2 to 1',
      'killed dropped from 2 to 1',
      'clauseNamed dropped from 2 to 1',
      'firstNamed dropped from 2 to 1',
    ]);
  });
});
