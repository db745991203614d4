import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveSeed, type Property } from '../check.ts';
import { createMeter, unlimited } from '../client/meter.ts';
import { decodeReplay, encodeReplay, forAll } from './for-all.ts';

const meter = createMeter(unlimited);

describe('replay strings', () => {
  it.each([
    { checkId: 'agents/keeps-text', seed: 42 },
    { checkId: 'agents/keeps-text', seed: 0, property: { label: 'config-0-type', path: '3:0:1' } },
    { checkId: 'a/b', seed: 2 ** 31 - 1, property: { label: 'body', path: 'e12.0.3' } },
  ])('are decoded to what was encoded: %o', (replay) => {
    expect(decodeReplay(encodeReplay(replay))).toEqual(replay);
  });

  it.each(['', 'agents', 'agents/x', 'agents/x@y', 'agents/x@1@label', 'agents/x@1@label@path'])(
    'reject %j',
    (text) => {
      expect(decodeReplay(text)).toBeUndefined();
    },
  );
});

/** Fails for numbers above 100, and collects the cases. */
function failsAbove100(seen: number[], examples: readonly number[]): Property<number> {
  return {
    label: 'numbers',
    arbitrary: fc.nat({ max: 10_000 }),
    examples,
    simpler: (value) => (value > 200 ? [value - 100] : []),
    runs: 20,
    verify: async (value) => {
      seen.push(value);
      return value > 100
        ? [{ requirement: 'R-2.2-08', expected: 'allow-header', actual: String(value) }]
        : [];
    },
  };
}

describe.each([{ examples: [] }, { examples: [5, 950] }])(
  'a counterexample after $examples.length examples',
  ({ examples }) => {
    it('is shrunk, and its path repeats it alone', async () => {
      const seen: number[] = [];
      const property = failsAbove100(seen, examples);
      const run = { checkSeed: 7, runs: 1, meter, replay: undefined };
      const found = await forAll(property, run);
      const smallest = Number(found?.findings[0]?.actual);
      expect(smallest).toBeLessThan(Math.max(...seen));
      seen.length = 0;
      const replay = { label: 'numbers', path: found?.path ?? '' };
      const repeated = await forAll(property, { ...run, replay });
      expect(seen).toEqual([smallest]);
      expect(repeated).toEqual(found);
    });
  },
);

it('calls a case flaky that fails once in four times, and no other', async () => {
  let calls = 0;
  const once: Property<number> = {
    ...failsAbove100([], [950]),
    simpler: () => [],
    verify: async (value) => {
      calls += 1;
      return calls === 1
        ? [{ requirement: 'R-2.2-08', expected: 'allow-header', actual: String(value) }]
        : [];
    },
  };
  const run = { checkSeed: 7, runs: 1, meter, replay: undefined };
  expect((await forAll(once, run))?.flaky).toEqual({ failed: 1, runs: 4 });
  expect(await forAll(failsAbove100([], [950]), run)).not.toHaveProperty('flaky');
});

it('runs the same cases for the same seed, and others for another', async () => {
  const casesOf = async (checkSeed: number): Promise<number[]> => {
    const seen: number[] = [];
    const property = { ...failsAbove100(seen, []), arbitrary: fc.nat({ max: 99 }) };
    await forAll(property, { checkSeed, runs: 1, meter, replay: undefined });
    return seen;
  };
  expect(await casesOf(1)).toEqual(await casesOf(1));
  expect(await casesOf(1)).not.toEqual(await casesOf(2));
});

it('does not shrink when the budget is nearly spent', async () => {
  const seen: number[] = [];
  const property = { ...failsAbove100(seen, []), concurrency: 1 };
  const poor = createMeter({ requests: 9, messages: 9, agents: 9 });
  const found = await forAll(property, { checkSeed: 7, runs: 1, meter: poor, replay: undefined });
  expect(found?.findings[0]?.actual).toBe(String(seen.at(-1)));
  expect(seen.findIndex((value) => value > 100)).toBe(seen.length - 1);
});

it('a known failure does not end the search for others, and is reported with its path', async () => {
  const property: Property<number> = {
    label: 'numbers',
    arbitrary: fc.nat(),
    examples: [1, 2, 3, 4],
    runs: 0,
    concurrency: 1,
    verify: async (value) =>
      value === 2 || value === 4
        ? [
            {
              requirement: 'R-2.2-08',
              expected: value === 2 ? 'list-status' : 'create-status',
              actual: String(value),
            },
          ]
        : [],
  };
  const known: string[] = [];
  const found = await forAll(property, {
    checkSeed: 7,
    runs: 1,
    meter,
    replay: undefined,
    isKnown: ({ expected }) => expected === 'list-status',
    onKnown: ({ expected }, path) => known.push(`${String(expected)} ${path}`),
  });
  expect(known).toEqual(['list-status e1']);
  expect(found).toMatchObject({ path: 'e3', findings: [{ expected: 'create-status' }] });
});

it('derives different seeds for each run and name', () => {
  const seeds = [0, 1, 2, 3, 10, 99].flatMap((seed) =>
    ['a', 'b', 'agents/keeps-text'].map((name) => deriveSeed(seed, name)),
  );
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0)).toBe(true);
});
