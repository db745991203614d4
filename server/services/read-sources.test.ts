import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { type Context, createDatabase, type Database, systemActor } from '../db/database.ts';
import type { StoreRecord } from '../db/records.ts';
import { ownReaders } from '../quarantine/readers.ts';
import { createLog } from '../support/log.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { addStore } from '../testing/test-shop.ts';
import { createBackgroundImports } from './background-imports.ts';
import { importsOf } from '../testing/test-imports.ts';
import { pageName } from './page-download.ts';
import { readDueSources, type ReadSourcesDeps } from './read-sources.ts';
import { type Every, forgetPage, listSources, putSource, setSchedule } from './sources.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describeOnEngines('sources', ({ create }) => {
  const clock = createMovableClock();
  const keyring = createKeyring(Buffer.alloc(32, 5));
  const log = createLog('silent', { write: () => undefined });
  let opened: TestDatabase;
  let database: Database;
  let fetched: string[] = [];
  let respond: () => Response;
  let deps: ReadSourcesDeps;
  // Each test has its own database: a reader reads what is due in every store.
  beforeEach(async () => {
    opened = await create();
    database = createDatabase(opened.db, { clock });
    const fetch = async (address: URL): Promise<Response> => {
      fetched.push(address.href);
      return respond();
    };
    const config = { databaseUrl: opened.databaseUrl, dataDir: opened.dataDir, databaseDeadlineMs: 10_000 };
    const shared = { database, clock, log, keyring, readers: ownReaders, fetch };
    deps = { ...shared, imports: createBackgroundImports({ ...shared, owner: 'test', config }) };
  });
  afterEach(() => opened.close());

  const change = <Result>(store: StoreRecord, verb: (context: Context) => Promise<Result>) =>
    database.change({ store, actor: systemActor }, verb);
  const read = () => readDueSources(deps, new AbortController().signal);
  const page = (text: string) => () =>
    new Response(`<h1>Shipping</h1><p>${text}</p>`, { headers: { 'Content-Type': 'text/html' } });
  const documentsOf = (store: StoreRecord) =>
    database.reader(store.id).read(async (tables) => tables('knowledge_documents'));

  async function newSource(kind: 'feed' | 'page', every: Every): Promise<StoreRecord> {
    const store = sampleStore();
    await addStore({ database }, store);
    fetched = [];
    const url = `https://shop.example/${kind}?key=secret`;
    const name = pageName(new URL(url));
    await change(store, async (context) => {
      await setSchedule(context, await putSource(context, keyring, { kind, name, address: { url } }), every);
    });
    return store;
  }

  const sourceOf = async (store: StoreRecord) => (await listSources(database.reader(store.id)))[0];

  it('a page is read by one of two processes when its day is over, and keeps its text where it says the same', async () => {
    const store = await newSource('page', 'daily');
    respond = page('Two days.');
    clock.advance(dayMs);
    await Promise.all([read(), read()]);
    expect(fetched).toEqual(['https://shop.example/page?key=secret']);
    const [first] = await documentsOf(store);
    await read();
    clock.advance(dayMs + 1_000);
    await read();
    expect(fetched).toHaveLength(2);
    expect(await documentsOf(store)).toEqual([first]);
    respond = page('Three days.');
    clock.advance(dayMs + 1_000);
    await read();
    expect(JSON.stringify(await documentsOf(store))).toContain('Three days.');
    expect((await sourceOf(store))?.sealed).not.toContain('secret');
  });

  it('what fails keeps what is there, says why, is repeated after an hour, and is a notice once overdue', async () => {
    const store = await newSource('page', 'daily');
    respond = page('Two days.');
    clock.advance(dayMs);
    await read();
    respond = () => new Response('', { status: 500 });
    const noticesOf = () => opened.db('notices').where({ store_id: store.id, done_at: null });
    clock.advance(dayMs + 1_000);
    await read();
    expect(await sourceOf(store)).toMatchObject({ error: expect.stringContaining('500') });
    expect(await noticesOf()).toEqual([]);
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      clock.advance(hourMs + 1_000);
      await read();
    }
    expect(await noticesOf()).toMatchObject([{ kind: 'source_overdue', path: 'knowledge' }]);
    expect(JSON.stringify(await documentsOf(store))).toContain('Two days.');
    respond = page('Two days.');
    clock.advance(hourMs + 1_000);
    await read();
    expect(await noticesOf()).toEqual([]);
    expect(await sourceOf(store)).toMatchObject({ error: null });
  });

  it('a feed is imported again, and says how its import has ended', async () => {
    const store = await newSource('feed', 'hourly');
    respond = () => new Response('{"id":"mug","title":"Mug","price":"5 EUR"}\n');
    clock.advance(hourMs);
    await read();
    await expect.poll(async () => (await sourceOf(store))?.read_at ?? null).not.toBeNull();
    expect(await importsOf({ database }, store.id)).toMatchObject([{ status: 'done', products: 1 }]);
    respond = () => new Response('', { status: 404 });
    clock.advance(hourMs + 1_000);
    await read();
    await expect.poll(async () => (await sourceOf(store))?.error).toContain('404');
  });

  it('a page whose text was edited or deleted, or that is never read again, is left alone', async () => {
    const store = await newSource('page', 'never');
    clock.advance(8 * dayMs);
    await read();
    expect(fetched).toEqual([]);
    const name = (await sourceOf(store))?.name ?? '';
    await change(store, (context) => forgetPage(context, name));
    expect(await sourceOf(store)).toBeUndefined();
  });
});
