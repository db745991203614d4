import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyRounds, fewerSteps, maxSteps, plainRounds, type Rounds } from './model-steps.ts';

const kindsOf = (rounds: Rounds): readonly (readonly string[])[] =>
  rounds.map((round) => round.map(({ kind }) => kind));

/** The smallest counterexample that fast-check finds to "no case is like this". */
function smallest(isFailing: (rounds: Rounds) => boolean): Rounds | undefined {
  const property = fc.property(anyRounds(true), (rounds) => !isFailing(rounds));
  return fc.check(property, { seed: 1, numRuns: 500 }).counterexample?.[0];
}

const has = (rounds: Rounds, ...kinds: readonly string[]): boolean =>
  kinds.every((kind) => rounds.flat().some((one) => one.kind === kind));

it('a failure of a race shrinks to a round of the two steps, and another one to the steps in turn', () => {
  const race = smallest((rounds) => rounds.some((round) => has([round], 'create', 'list')));
  expect(kindsOf(race ?? []).map((kinds) => kinds.toSorted())).toContainEqual(['create', 'list']);
  expect(race?.flat().length).toBeLessThanOrEqual(3);
  const inTurn = smallest((rounds) => has(rounds, 'create', 'list'));
  expect(inTurn?.flat()).toHaveLength(2);
  expect(inTurn).toHaveLength(2);
});

it('the rounds of an example get simpler until nothing is left to leave out or to send in turn', () => {
  const isFailing = (rounds: Rounds): boolean => has(rounds, 'create', 'message');
  let rounds = plainRounds;
  for (let next: Rounds | undefined = rounds; next !== undefined; next = fewerSteps(rounds).find(isFailing))
    rounds = next;
  expect(kindsOf(rounds).flat().toSorted()).toEqual(['create', 'message']);
  expect(rounds).toHaveLength(2);
});

it('no case has more steps than the plan allows for', () => {
  for (const rounds of fc.sample(anyRounds(true), { seed: 1, numRuns: 500 }))
    expect(rounds.flat().length).toBeLessThanOrEqual(maxSteps);
});
