import { expect, it } from 'vitest';
import { atOnce } from './check.ts';

it('what is sent at once is yielded in its order, up to the first error, when all of it has ended', async () => {
  const ended: number[] = [];
  const yielded: number[] = [];
  const send = async (item: number): Promise<number> => {
    // Later ones end first.
    for (let turn = item; turn < 9; turn += 1) await Promise.resolve();
    ended.push(item);
    if (item === 2 || item === 3) throw new Error(`of ${item}`);
    return item;
  };
  const read = async (): Promise<void> => {
    for await (const one of atOnce([0, 1, 2, 3, 4], send)) yielded.push(one);
  };
  await expect(read()).rejects.toThrow('of 2');
  expect(yielded).toEqual([0, 1]);
  expect(ended.toSorted()).toEqual([0, 1, 2, 3, 4]);
});
