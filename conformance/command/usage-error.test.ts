import { parseArgs } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exitCodeOf, UsageError } from './usage-error.ts';

let written: string[];
beforeEach(() => {
  written = [];
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void written.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

describe('exitCodeOf', () => {
  it.each([0, 1, 3])('returns %i of the command', async (code) => {
    expect(await exitCodeOf('help', () => code)).toBe(code);
    expect(written).toEqual([]);
  });

  it('returns 2 for a wrong option or value, and prints the message and the help', async () => {
    const wrongOption = () => parseArgs({ args: ['--bogus'], options: {} }) && 0;
    expect(await exitCodeOf('how to use it', wrongOption)).toBe(2);
    const wrongValue = () => Promise.reject(new UsageError('--rounds must be a whole number'));
    expect(await exitCodeOf('how to use it', wrongValue)).toBe(2);
    expect(written).toEqual([
      expect.stringMatching(/'--bogus'.*\n\nhow to use it$/s),
      '--rounds must be a whole number\n\nhow to use it',
    ]);
  });

  it('returns 1 for an error, and prints one line', async () => {
    const failing = () => Promise.reject(new Error('the service was not ready'));
    expect(await exitCodeOf('help', failing)).toBe(1);
    expect(written).toEqual(['the service was not ready']);
  });
});
