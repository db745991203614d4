import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { createPostgresDatabase } from '../testing/test-nodes.ts';
import type { ConversationLocks } from './conversation-locks.ts';
import { createLocalLocks } from './local-locks.ts';
import { createSharedLocks } from './shared-locks.ts';

const never = new AbortController().signal;

let database: TestDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

const implementations: readonly { name: string; create: () => ConversationLocks }[] = [
  { name: 'one process', create: createLocalLocks },
  { name: 'PostgreSQL', create: () => createSharedLocks(database.database) },
];

describe.each(implementations)('the lock of a conversation in $name', ({ create }) => {
  it('is acquired by one message at a time', async () => {
    const locks = create();
    let [holders, most] = [0, 0];
    const all = [1, 2, 3, 4].map(async () => {
      const lock = await locks.acquire('c', 5000, never);
      most = Math.max(most, (holders += 1));
      await new Promise(setImmediate);
      holders -= 1;
      await lock.release();
      await lock.release();
    });
    await Promise.all(all);
    expect(most).toBe(1);
  });

  it('does not block other conversations, and is free after its release', async () => {
    const locks = create();
    const lock = await locks.acquire('a', 1, never);
    const other = await locks.acquire('b', 1, never);
    await lock.release();
    const again = await locks.acquire('a', 1, never);
    await Promise.all([other.release(), again.release()]);
  });

  it('rejects with a conflict after the wait, and the queue goes on', async () => {
    const locks = create();
    const lock = await locks.acquire('c', 1, never);
    const impatient = locks.acquire('c', 5, never);
    const patient = locks.acquire('c', 5000, never);
    await expect(impatient).rejects.toMatchObject({ code: 'conflict' });
    await lock.release();
    await (await patient).release();
  });

  it('is not acquired for a caller that has left', async () => {
    const locks = create();
    const lock = await locks.acquire('c', 1, never);
    const client = new AbortController();
    const waiting = locks.acquire('c', 5000, client.signal);
    client.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await lock.release();
    const next = await locks.acquire('c', 5000, never);
    await expect(locks.acquire('c', 5000, client.signal)).rejects.toThrow('gone');
    await next.release();
  });
});

it('in one process, the lock of a conversation is acquired in the order of the requests', async () => {
  const locks = createLocalLocks();
  const order: number[] = [];
  const all = [1, 2, 3, 4].map(async (number) => {
    const lock = await locks.acquire('c', 5000, never);
    order.push(number);
    await new Promise(setImmediate);
    await lock.release();
  });
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3, 4]);
});
