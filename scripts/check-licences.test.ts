import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findLicenceProblems } from './check-licences.ts';
import type { LockedPackage } from './lockfile.ts';

const root = dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

function problemsOf(entry: LockedPackage): string[] {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', ...entry },
  };
  return findLicenceProblems({ packages });
}

it('LICENSE, package.json and the contract name the same licence', () => {
  const id: string = JSON.parse(read('package.json')).license;
  expect(read('LICENSE').split('\n', 1)).toEqual([`${id} License`]);
  expect(parse(read('spec/openapi.yaml')).info.license.name).toBe(id);
});

describe('the licence of a package', () => {
  it.each([['MIT'], ['(GPL-3.0-only OR MIT)'], ['MIT AND ISC']])('%s is allowed', (license) => {
    expect(problemsOf({ license })).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only'],
    ['MIT AND GPL-3.0-only'],
    ['(MPL-2.0 OR GPL-3.0-only)'],
    ['SEE LICENSE IN FILE'],
  ])('%s is not allowed, and the package is named', (license) => {
    expect(problemsOf({ license })).toEqual([`@b/c 2.0.0 has the licence ${license}`]);
  });

  it('must be stated', () => {
    expect(problemsOf({})).toEqual(['@b/c 2.0.0 states no licence']);
  });

  it('may be MPL-2.0 for a development package only', () => {
    expect(problemsOf({ license: 'MPL-2.0', dev: true })).toEqual([]);
    expect(problemsOf({ license: 'MPL-2.0' })).toEqual(['@b/c 2.0.0 has the licence MPL-2.0']);
  });
});
