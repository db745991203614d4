import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectPostgres } from '../db/connect.ts';
import { createDatabase } from '../db/database.ts';
import { createGuard } from '../db/guard.ts';
import { systemClock } from '../support/clock.ts';
import type { TestDatabase } from '../testing/database.ts';
import { hasProgram } from '../testing/programs.ts';
import { startPgbouncer } from '../testing/start-pgbouncer.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import { createPostgresDatabase } from '../testing/test-nodes.ts';
import type { ConversationLock, ConversationLocks } from './conversation-locks.ts';
import { createSharedLocks } from './shared-locks.ts';

const never = new AbortController().signal;

interface TicketRow {
  readonly id: number;
  readonly conversation_id: string;
  readonly expires_at: Date;
}

interface Node {
  readonly db: Knex;
  readonly locks: ConversationLocks;
}

let database: TestDatabase;
const nodes: Node[] = [];
let conversation = '';
let count = 0;
beforeAll(async () => {
  database = await createPostgresDatabase();
  for (let index = 0; index < 3; index += 1) nodes.push(openNode());
});
beforeEach(() => (conversation = `cnv_${(count += 1)}`));
afterAll(async () => {
  for (const { db } of nodes) await db.destroy();
  await database.close();
});

/** A node with connections of its own. Its deadlines and waits are longer than a busy machine takes, where none is tested. */
function openNode(url = database.databaseUrl ?? '', deadlineMs = 60_000): Node {
  const db = connectPostgres(url, deadlineMs);
  const own = createDatabase(db, { clock: systemClock, guard: createGuard(() => undefined) });
  return { db, locks: createSharedLocks(own) };
}

const acquire = ({ locks }: Node, waitMs = 120_000, signal = never) =>
  locks.acquire(conversation, waitMs, signal);
const nodeAt = (index: number): Node => {
  const node = nodes[index % nodes.length];
  if (node === undefined) throw new Error('the nodes are not open');
  return node;
};
const requireHeld = (db: Knex, lock: ConversationLock) =>
  db.transaction((trx) => lock.requireHeld({ allStores: trx }));
const tickets = () =>
  database.db<TicketRow>('conversation_locks').where({ conversation_id: conversation }).orderBy('id');
/** As nine seconds do in which the node of the first ticket does not renew it. */
const expireFirst = async (): Promise<void> => {
  const [first] = await tickets();
  await database
    .db<TicketRow>('conversation_locks')
    .where({ id: first?.id ?? 0 })
    .update({ expires_at: database.db.fn.now() });
};
/** Acquires on one node after another; each is in the queue when the next comes. */
async function queue(indexes: readonly number[], onHeld: (index: number) => Promise<void>) {
  const before = (await tickets()).length;
  const all: Promise<void>[] = [];
  for (const [place, index] of indexes.entries()) {
    all.push(
      acquire(nodeAt(index)).then(async (lock) => {
        await onHeld(index);
        await lock.release();
      }),
    );
    await expect.poll(async () => (await tickets()).length, { interval: 5 }).toBe(before + place + 1);
  }
  return all;
}

describe('the lock of a conversation on three nodes', () => {
  it('goes from message to message in the order in which they came', async () => {
    const first = await acquire(nodeAt(0));
    const order: number[] = [];
    const waiting = await queue([1, 2, 0, 2, 1], async (index) => void order.push(index));
    await first.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 0, 2, 1]);
    expect(await tickets()).toEqual([]);
  });

  it('has one holder at a time when thirty messages come at once', async () => {
    let [holders, most] = [0, 0];
    const all = Array.from({ length: 30 }, async (_, index) => {
      const lock = await acquire(nodeAt(index));
      most = Math.max(most, (holders += 1));
      await requireHeld(database.db, lock);
      holders -= 1;
      await lock.release();
    });
    await Promise.all(all);
    expect(most).toBe(1);
  });

  it('passes by a message that has left, on whichever node', async () => {
    const first = await acquire(nodeAt(0));
    const client = new AbortController();
    const leaving = acquire(nodeAt(1), undefined, client.signal);
    await expect.poll(async () => (await tickets()).length).toBe(2);
    const patient = acquire(nodeAt(2));
    client.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    await first.release();
    await (await patient).release();
  });

  it('is a conflict after the wait while its holder is alive', async () => {
    const first = await acquire(nodeAt(0));
    await expect(acquire(nodeAt(1), 250)).rejects.toMatchObject({ code: 'conflict' });
    await first.release();
  });
});

describe('a node that stands still', () => {
  it('loses the lock to the next message, and can write no more', async () => {
    const stale = await acquire(nodeAt(0));
    await expireFirst();
    const lock = await acquire(nodeAt(1));
    await expect(requireHeld(database.db, stale)).rejects.toMatchObject({ code: 'conflict' });
    await requireHeld(database.db, lock);
    // Its late release is not that of the other.
    await stale.release();
    await requireHeld(database.db, lock);
    await lock.release();
  });

  it('keeps the lock while no other message wants it', async () => {
    const lock = await acquire(nodeAt(0));
    await expireFirst();
    await requireHeld(database.db, lock);
    await lock.release();
  });

  it('that has begun to write ends its write before another message gets the lock', async () => {
    const lock = await acquire(nodeAt(0));
    const write = await database.db.transaction();
    await lock.requireHeld({ allStores: write });
    await expireFirst();
    await expect(acquire(nodeAt(1), 300)).rejects.toMatchObject({ code: 'conflict' });
    await write.commit();
    await (await acquire(nodeAt(1))).release();
    await lock.release();
  });

  it('and waits does not stop the messages behind it', async () => {
    const first = await acquire(nodeAt(0));
    const dead = openNode();
    const lost = acquire(dead, 600);
    await expect.poll(async () => (await tickets()).length).toBe(2);
    const patient = acquire(nodeAt(1));
    await dead.db.destroy();
    await expect(lost).rejects.toThrow();
    await first.release();
    await expireFirst();
    await (await patient).release();
  });
});

it('a lease is renewed while its lock is held, and is nine seconds by the clock of the database', async () => {
  const lock = await acquire(nodeAt(0));
  const secondsLeft = async () => {
    const left = database.db.raw('extract(epoch from expires_at - clock_timestamp())::float as seconds');
    const [ticket] = await tickets().select<{ seconds: number }[]>(left);
    return ticket?.seconds;
  };
  expect(await secondsLeft()).toBeLessThanOrEqual(9);
  await expect.poll(secondsLeft, { interval: 100 }).toBeLessThan(8);
  await expect.poll(secondsLeft, { interval: 100 }).toBeGreaterThan(8.5);
  await lock.release();
});

describe('while the database is away', () => {
  it('a message that waits is rejected as unavailable, and the lock is free when it is back', async () => {
    const url = new URL(database.databaseUrl ?? '');
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const node = openNode(url.href, 5_000);
    try {
      const lock = await acquire(node);
      const waiting = acquire(node);
      await expect.poll(async () => (await tickets()).length).toBe(2);
      proxy.freeze();
      await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
      await lock.release();
      proxy.resume();
      await tickets().clearOrder().update({ expires_at: database.db.fn.now() });
      await (await acquire(nodeAt(1))).release();
    } finally {
      await proxy.close();
      await node.db.destroy();
    }
  });
});

it.runIf(hasProgram('pgbouncer'))(
  'goes from node to node through PgBouncer in transaction mode',
  async () => {
    const pgbouncer = await startPgbouncer(database.databaseUrl ?? '');
    const behind = [openNode(pgbouncer.url), openNode(pgbouncer.url)];
    try {
      let [holders, most] = [0, 0];
      const all = [...behind, nodeAt(0), ...behind].map(async (node) => {
        const lock = await acquire(node);
        most = Math.max(most, (holders += 1));
        await requireHeld(node.db, lock);
        holders -= 1;
        await lock.release();
      });
      await Promise.all(all);
      expect(most).toBe(1);
      expect(await tickets()).toEqual([]);
    } finally {
      for (const { db } of behind) await db.destroy();
      await pgbouncer.stop();
    }
  },
);
