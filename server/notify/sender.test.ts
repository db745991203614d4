import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import {
  type Context,
  createDatabase,
  type Database,
  type ServiceContext,
  systemActor,
} from '../db/database.ts';
import {
  claimDelivery,
  listDueDeliveries,
  type Notice,
  queueNotice,
  removeNoticesBefore,
} from '../db/notices.ts';
import type { StoreRecord } from '../db/records.ts';
import { readUser } from '../db/users.ts';
import { removeMember } from '../services/users.ts';
import { createLog } from '../support/log.ts';
import { createMetrics } from '../support/metrics.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { addStore, invite } from '../testing/test-shop.ts';
import { createGuardedFetch } from '../tools/guarded-fetch.ts';
import { createChannels } from './channels.ts';
import { createMailer } from './mail.ts';
import { sendDue, type SenderDeps } from './sender.ts';
import { maxResponseBytes } from './webhook.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const fetch = createGuardedFetch({ allowPrivate: true, maxBytes: maxResponseBytes });
const config = { publicUrl: 'https://agents.example', dashboardHost: null };
const minuteMs = 60_000;

const notice: Notice = {
  kind: 'import_failed',
  key: 'import imp_1',
  subject: 'An import failed',
  text: 'The file is empty.',
  path: 'catalogue',
};

describe.each(databases)('the sender of notices in $name', ({ create }) => {
  const clock = createMovableClock();
  const logLines: string[] = [];
  let opened: TestDatabase;
  let database: Database;
  let mailServer: MailServer;
  let deps: SenderDeps;
  beforeAll(async () => {
    opened = await create();
    database = createDatabase(opened.db, { clock });
    mailServer = await startMailServer();
    deps = {
      database,
      clock,
      log: createLog('info', { write: (line) => void logLines.push(line) }),
      metrics: createMetrics(),
      channels: createChannels({
        config,
        database,
        clock,
        keyring,
        sendMail: createMailer({ url: mailServer.url, from: 'agents@service.example' }),
        fetch,
      }),
    };
  });
  afterAll(async () => {
    await mailServer.close();
    await opened.close();
  });

  const owner = (store: StoreRecord) => `owner-${store.id.toLowerCase()}@shop.example`;
  const mailsTo = (store: StoreRecord) => mailServer.mails.filter(({ to }) => to.includes(owner(store)));
  const send = () => sendDue(deps, new AbortController().signal);
  const change = <Result>(store: StoreRecord, verb: (context: Context) => Promise<Result>) =>
    database.change({ store, actor: systemActor }, verb);
  const queue = (store: StoreRecord, given = notice) =>
    change(store, (context) => queueNotice(context, given));
  const deliveriesOf = (store: StoreRecord) => opened.db('deliveries').where({ store_id: store.id });

  /** A store with an owner and a member. */
  async function newStore(): Promise<StoreRecord> {
    const store = sampleStore({ name: 'Lamps & Co' });
    await addStore({ database }, store);
    await invite({ database }, store.id, { email: owner(store), role: 'owner' });
    await invite({ database }, store.id, { email: `member-${owner(store)}`, role: 'member' });
    return store;
  }

  it('sends a notice of one key once, to the owners, however often it is queued', async () => {
    const store = await newStore();
    expect(await Promise.all([queue(store), queue(store)])).toContain(false);
    await send();
    expect(await queue(store)).toBe(false);
    await send();
    const [mail, ...others] = mailsTo(store);
    expect(others).toEqual([]);
    expect(mail?.source).toContain('Subject: Lamps & Co: An import failed');
    expect(mail?.source).toContain(`https://agents.example/dashboard/stores/${store.id}/catalogue`);
    expect(mail?.to).toEqual([owner(store)]);
  });

  it('sends nothing to an owner who does not want it, and nothing of a change that is rolled back', async () => {
    const store = await newStore();
    const failing = change(store, async (context) => {
      await queueNotice(context, notice);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await change(store, async ({ tables }) => tables('memberships').update({ wants_notices: false }));
    expect(await queue(store)).toBe(true);
    expect(await deliveriesOf(store)).toEqual([]);
  });

  it('sends nothing that was queued to an owner who is removed before it is sent, and logs nothing', async () => {
    const store = await newStore();
    const other = `other-${owner(store)}`;
    await invite({ database }, store.id, { email: other, role: 'owner' });
    await queue(store);
    const lines = logLines.length;
    await change(store, async (context) => {
      const user = await readUser(context.allStores, { email: owner(store) });
      await removeMember(context, user?.id ?? '');
    });
    await send();
    expect(mailServer.mails.filter(({ to }) => to.includes(other))).toHaveLength(1);
    expect(mailsTo(store)).toEqual([]);
    expect(await deliveriesOf(store).where({ recipient: owner(store) })).toMatchObject([
      { delivered_at: null, next_attempt_at: null, last_error: expect.stringContaining('no notices now') },
    ]);
    expect(logLines).toHaveLength(lines);
  });

  it('without a mail server gives up each mail without a line in the log', async () => {
    const store = await newStore();
    await queue(store);
    const lines = logLines.length;
    const withoutMail = { config, database, clock, keyring, sendMail: null, fetch };
    await sendDue({ ...deps, channels: createChannels(withoutMail) }, new AbortController().signal);
    expect(await deliveriesOf(store)).toMatchObject([
      { next_attempt_at: null, last_error: expect.stringContaining('sends no mail') },
    ]);
    expect(logLines).toHaveLength(lines);
  });

  it('sends once where several processes send at the same time', async () => {
    const stores = await Promise.all([newStore(), newStore(), newStore()]);
    await Promise.all(stores.map((store) => queue(store)));
    await Promise.all([send(), send(), send()]);
    for (const store of stores) expect(mailsTo(store)).toHaveLength(1);
  });

  it('sends again what a killed process had sent and not marked, when its lease has ended, with one Message-ID', async () => {
    const store = await newStore();
    await queue(store);
    for (const due of await listDueDeliveries(database, new Date(clock.now()).toISOString())) {
      const claim = (context: ServiceContext) => claimDelivery(context, due, minuteMs);
      const claimed = await database.changeAll(systemActor, claim);
      if (claimed) await deps.channels.mail(claimed, new AbortController().signal);
    }
    await send();
    expect(mailsTo(store)).toHaveLength(1);
    clock.advance(minuteMs);
    await send();
    await send();
    const ids = mailsTo(store).map(({ source }) => /^Message-ID: .*$/m.exec(source)?.[0]);
    expect(ids).toEqual([expect.stringContaining('<dlv_'), ids[0]]);
  });

  it('tries again after growing pauses, and gives up in the end with a line in the log', async () => {
    const store = await newStore();
    mailServer.reject(owner(store), 451);
    await queue(store);
    const pauses: number[] = [];
    for (;;) {
      await send();
      const [delivery] = await deliveriesOf(store);
      if (!delivery?.next_attempt_at) break;
      pauses.push(Math.round((Date.parse(delivery.next_attempt_at) - clock.now()) / 1000));
      clock.advance(Date.parse(delivery.next_attempt_at) - clock.now());
    }
    expect(pauses.map((pause) => Math.round(pause / 30))).toEqual([1, 4, 16, 64, 256, 1024, 4096]);
    expect(await deliveriesOf(store)).toMatchObject([{ attempts: 8, delivered_at: null }]);
    expect(logLines.findLast((line) => line.includes('given up'))).toContain('"attempts":8');
    expect(await deps.metrics.deliveries.get()).toMatchObject({
      values: expect.arrayContaining([{ labels: { channel: 'mail', outcome: 'given_up' }, value: 1 }]),
    });
  });

  it('gives up at once where the mail server does not know the recipient', async () => {
    const store = await newStore();
    mailServer.reject(owner(store), 550);
    await queue(store);
    await send();
    expect(await deliveriesOf(store)).toMatchObject([{ attempts: 1, next_attempt_at: null }]);
  });

  it('sends nothing of a notice that is withdrawn or expired', async () => {
    const [store, other] = [await newStore(), await newStore()];
    await queue(store);
    await change(store, async ({ tables }) => tables('notices').where({ dedupe_key: notice.key }).delete());
    await queue(other);
    const later = new Date(clock.now() + minuteMs).toISOString();
    await database.changeAll(systemActor, (context) => removeNoticesBefore(context, later));
    await send();
    for (const each of [store, other]) {
      expect([await deliveriesOf(each), mailsTo(each)]).toEqual([[], []]);
    }
  });
});
