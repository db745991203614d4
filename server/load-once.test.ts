import { describe, expect, it } from 'vitest';
import { loadOnce } from './load-once.ts';

describe('a module that is loaded when it is needed', () => {
  it('is loaded once, also for callers at the same time', async () => {
    let loads = 0;
    const load = loadOnce(async () => ++loads);
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    expect(await load()).toBe(1);
  });

  it('is tried again after a failure', async () => {
    let loads = 0;
    const load = loadOnce(async () => {
      if (++loads === 1) throw new Error('EMFILE');
      return loads;
    });
    await expect(load()).rejects.toThrow('EMFILE');
    expect(await load()).toBe(2);
  });
});
