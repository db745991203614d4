import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceAddress } from '../commands/operator.ts';
import { loadConfig } from '../config/config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { systemClock } from '../support/clock.ts';
import { addPerson, type TestSession } from '../testing/dashboard-client.ts';
import { createTestFolder, longDatabaseDeadline } from '../testing/database.ts';
import { startCommand } from '../testing/start-command.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { untilImported } from '../testing/test-imports.ts';
import { addTestStore } from '../testing/test-shop.ts';
import { createTlsFetch } from '../testing/tls-fetch.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Member extends TestSession {
  readonly storeId: string;
  readonly deps: Deps;
}

/** A member of a new store. */
async function newMember(service: Pick<TestServer, 'deps' | 'fetch'>): Promise<Member> {
  const { deps } = service;
  const { store } = await addTestStore(deps);
  const person = await addPerson(service, store.id, 'member');
  return { ...(await person.signIn()), storeId: store.id, deps };
}

interface Upload {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const jsonLines = 'application/x-ndjson';
const catalogFile = (type: string, body: string): Upload => ({ path: 'catalog/imports', type, body });
const oneValueOptions = JSON.stringify({
  id: 'mug',
  title: 'Mug',
  price: '5 USD',
  options: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`o${index}`, ['a']])),
});
const columns = `Handle,Title,Variant Price${',a'.repeat(400_000)}\n`;
const wideCsv = catalogFile('text/csv', `${columns}mug,Mug,5${','.repeat(400_000)}\n`.repeat(20));
const soundFile = catalogFile(jsonLines, '{"id":"mug","title":"Mug","price":"5 USD"}\n');

/** Resolves when the service has read it, with the status of its import, or of its response for a document. */
async function send({ fetch, storeId, deps }: Member, { path, type, body }: Upload): Promise<unknown> {
  const headers = { 'content-type': type };
  const response = await fetch(`/dashboard/api/stores/${storeId}/${path}`, { method: 'POST', headers, body });
  if (response.status !== 202) return response.status;
  const [ended] = await untilImported({ deps }, storeId);
  return [ended?.status, ended?.error];
}

/**
 * Lists agents and streams a reply, again and again until `work` ends; returns the most CPU time that the thread that serves
 * has used for one round, in milliseconds.
 */
async function slowestRound(work: Promise<unknown>): Promise<number> {
  const ended = work.then(() => true);
  let slowest = 0;
  for (let isOver = false; !isOver;) {
    const start = process.threadCpuUsage();
    isOver = await Promise.race([ended, served()]);
    const { user, system } = process.threadCpuUsage(start);
    slowest = Math.max(slowest, (user + system) / 1000);
  }
  return slowest;
}

async function served(): Promise<false> {
  expect((await server.api('/api/agents')).status).toBe(200);
  const body = { agent_id: server.shop.agentId, message: 'Hello!' };
  const reply = await server.api('/api/agents/chat/stream', { body });
  expect(await reply.text()).toContain('"type":"end"');
  return false;
}

/** A round takes some 20 ms. A file that is parsed on the thread that serves takes seconds. */
const maxRoundMs = 1_000;

const text = JSON.stringify({ title: 'A', text: `<${'a'.repeat(60_000)}` });
const nested = `<rss xmlns:a="urn:a">${'<a:b>'.repeat(10_000)}`;

it.each([
  [
    'a file of 5,000 options with one value',
    catalogFile(jsonLines, oneValueOptions),
    ['failed', 'no line is valid'],
  ],
  ['nested XML', catalogFile('application/xml', nested), ['failed', expect.stringContaining('deep')]],
  ['a file of 400,000 columns', wideCsv, ['failed', expect.stringContaining('columns')]],
  [
    'a text of < and 60,000 letters',
    { path: 'knowledge/documents', type: 'application/json', body: text },
    201,
  ],
])('%s is read while others are served', async (_name, upload, expected) => {
  const sent = send(await newMember(server), upload);
  expect(await slowestRound(sent)).toBeLessThan(maxRoundMs);
  expect(await sent).toEqual(expected);
});

it(
  'sound imports that wait behind three hostile ones succeed, in less than 700 MB',
  { tags: ['nightly'] },
  async () => {
    const dataDir = createTestFolder();
    const started = await startCommand(dataDir, ['serve', '--demo'], /^curl /);
    const config = loadConfig({ ...longDatabaseDeadline, DATA_DIR: dataDir });
    const deps = await openDeps(config, systemClock, { write: () => undefined });
    const ca = readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8');
    const client = createTlsFetch(serviceAddress(config), ca);
    const member = () => newMember({ deps, fetch: client.fetch });
    try {
      const hostile = [await member(), await member(), await member()];
      const sound = [await member(), await member()];
      const results = await Promise.all([
        ...hostile.map((sender) => send(sender, wideCsv)),
        ...sound.map((sender) => send(sender, soundFile)),
      ]);
      expect(results.slice(3)).toEqual([
        ['done', null],
        ['done', null],
      ]);
      expect(started.peakMemory()).toBeLessThan(700);
    } finally {
      client.close();
      await deps.close();
      await started.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
);
