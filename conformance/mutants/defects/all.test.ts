import { levelOf } from '../../check.ts';
import { describe, expect, it } from 'vitest';
import { requirements } from '../../../generated/requirements.ts';
import { allChecks } from '../../checks/all-checks.ts';
import { keyOf } from '../server/server-state.ts';
import { mutants } from './all.ts';

const blackBox = requirements.filter(
  ({ level, verified }) => level !== 'open' && verified.includes('black-box'),
);

describe('the mutants', () => {
  it('have unique ids', () => {
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });

  it('break every stated or derived black-box clause, and no other clause', () => {
    const broken = new Set(mutants.map(({ clause }) => clause));
    expect(blackBox.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([]);
    expect([...broken].filter((clause) => !blackBox.some(({ id }) => id === clause))).toEqual([]);
  });

  it('each name a check of the suite that may fail', () => {
    const failing = new Set(allChecks.filter((check) => levelOf(check) !== 'open').map(({ id }) => id));
    expect(mutants.filter(({ killedBy }) => !failing.has(killedBy)).map(({ id }) => id)).toEqual([]);
  });
});

it('R-5-03 keyOf returns keys of the stated form', () => {
  expect(['main', 'second', 'limited', ''].map(keyOf)).toEqual(
    Array.from({ length: 4 }, () => expect.stringMatching(/^svc_[A-Za-z0-9]{32}$/)),
  );
});
