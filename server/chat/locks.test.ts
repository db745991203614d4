import { describe, expect, it } from 'vitest';
import { createConversationLocks } from './locks.ts';

const never = new AbortController().signal;

describe('the lock of a conversation', () => {
  it('is acquired in the order of the requests, by one holder at a time', async () => {
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

  it('does not block other conversations, and is free after its release', async () => {
    const locks = createConversationLocks();
    const release = await locks.acquire('a', 1, never);
    await locks.acquire('b', 1, never);
    release();
    expect(await locks.acquire('a', 1, never)).toBeTypeOf('function');
  });

  it('rejects with a conflict after the wait, and the queue goes on', async () => {
    const locks = createConversationLocks();
    const release = await locks.acquire('c', 1, never);
    const impatient = locks.acquire('c', 5, never);
    const patient = locks.acquire('c', 5000, never);
    await expect(impatient).rejects.toMatchObject({ code: 'conflict' });
    release();
    (await patient)();
  });

  it('is not acquired for a caller that has left', async () => {
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
