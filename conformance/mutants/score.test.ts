import { describe, expect, it } from 'vitest';
import type { Check } from '../check.ts';
import { maximal } from './conforming/maximal.ts';
import type { FalseAlarm, Killing } from './killing.ts';
import type { Mutant } from './mutant.ts';
import { scoreOf, shortcomings } from './score.ts';

const mutant: Mutant = { id: 'm', clause: 'R-5-01', killedBy: ['auth/a'], base: maximal, apply: () => ({}) };
const killing: Killing = { mutant, killed: true, failed: ['auth/a'], blamed: true };
const alarm: FalseAlarm = { deployment: 'odd', seed: 1, check: 'auth/a', reason: 'R-5-01' };

function check(id: string, level: Check['level'] = 'stated'): Check {
  return {
    id,
    title: id,
    requirements: ['R-5-01'],
    level,
    profile: 'core',
    cost: { requests: 1, messages: 0, agents: 0 },
    writes: false,
    run: async () => undefined,
  };
}

describe('the score of the suite', () => {
  const sound = scoreOf([killing, killing], [], [check('auth/a'), check('auth/open', 'open')]);

  it('passes when all mutants are killed, nothing sound is blamed, and each stated check has killed', () => {
    expect(sound).toEqual({ mutants: 2, killed: 2, falseAlarms: 0, blamed: 2, kills: { 'auth/a': 2 } });
    expect(shortcomings(sound, undefined)).toEqual([]);
    expect(shortcomings(sound, sound)).toEqual([]);
  });

  it('fails for a survivor, a false alarm, and a check that kills nothing', () => {
    const survivor = { ...killing, killed: false, failed: [] };
    const score = scoreOf([killing, survivor], [alarm], [check('auth/a'), check('auth/b')]);
    expect(shortcomings(score, undefined)).toEqual([
      '1 mutants survive',
      '1 false alarms',
      'auth/b kills no mutant',
    ]);
  });

  it('fails when it falls: a mutant that was deleted is not a mutant that was killed', () => {
    const fewer = scoreOf([killing], [], [check('auth/a')]);
    expect(shortcomings(fewer, sound)).toEqual([
      'mutants fell from 2 to 1',
      'killed fell from 2 to 1',
      'blamed fell from 2 to 1',
    ]);
  });
});
