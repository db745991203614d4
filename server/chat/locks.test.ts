import { describe, expect, it } from 'vitest';
import { createConversationLocks } from './locks.ts';

const never = new AbortController().signal;

describe('the lock of a conversation', () => {
  it('is given in the order in which it was asked for, and not twice', async () => {
    const locks = createConversationLocks();
    const order: number[] = [];
    let holders = 0;
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const release = await locks.acquire('c', 5000, never);
        expect(++holders).toBe(1);
        order.push(number);
        await new Promise(setImmediate);
        holders -= 1;
        release();
        release();
      }),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('does not hold up other conversations, and is free after its release', async () => {
    const locks = createConversationLocks();
    const release = await locks.acquire('a', 1, never);
    await locks.acquire('b', 1, never);
    release();
    expect(await locks.acquire('a', 1, never)).toBeTypeOf('function');
  });

  it('is refused as a conflict when the wait is over, and leaves the queue whole', async () => {
    const locks = createConversationLocks();
    const release = await locks.acquire('c', 1, never);
    const impatient = locks.acquire('c', 5, never);
    const patient = locks.acquire('c', 5000, never);
    await expect(impatient).rejects.toMatchObject({ code: 'conflict' });
    release();
    (await patient)();
  });

  it('is not kept for a caller that went away', async () => {
    const locks = createConversationLocks();
    const release = await locks.acquire('c', 1, never);
    const client = new AbortController();
    const waiting = locks.acquire('c', 5000, client.signal);
    client.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    release();
    await locks.acquire('c', 1, never);
    await expect(locks.acquire('c', 5000, client.signal)).rejects.toThrow('gone');
  });
});
