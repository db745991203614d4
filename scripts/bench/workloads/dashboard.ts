import { readFileSync } from 'node:fs';
import { operations, type OperationId } from '../../../generated/dashboard-operations.ts';
import { connectDatabase, withDatabase } from '../../../server/db/connect.ts';
import { createDatabase } from '../../../server/db/database.ts';
import { demoId } from '../../../server/demo/demo-conversations.ts';
import { seedConversations } from '../../../server/demo/seed-conversations.ts';
import { operatorActor } from '../../../server/services/audit.ts';
import { systemClock } from '../../../server/support/clock.ts';
import { startPostgresCluster } from '../../../server/testing/postgres-cluster.ts';
import { createTlsFetch, type TestFetch } from '../../../server/testing/tls-fetch.ts';
import { quantile, type Limit, type Table, type Workload } from '../report.ts';
import { createAgents, startService, type MeasuredService } from '../service.ts';

const days = 90;
/** Each part of the conversations, about 100,000 in all, is one transaction over 30 of the days. */
const parts = 30;
const conversationsOfPart = 3_319;
const dayMs = 86_400_000;
const requests = 40;
const limitMs = 200;

/** Every read operation of the dashboard with 100,000 conversations of 90 days, in SQLite and in PostgreSQL. */
export const dashboardWorkload: Workload = async () => {
  const cluster = await startPostgresCluster();
  try {
    const results = [await measureEngine('SQLite', null), await measureEngine('PostgreSQL', cluster.url)];
    return {
      tables: results.map(({ table }) => table),
      limits: results.map(({ limit }) => limit),
    };
  } finally {
    await cluster.stop();
  }
};

async function measureEngine(
  engine: string,
  databaseUrl: string | null,
): Promise<{ table: Table; limit: Limit }> {
  const service = await startService(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl });
  const client = createTlsFetch(service.url, readFileSync(service.caFile, 'utf8'));
  try {
    const store = await fillStore(service, databaseUrl);
    const read = await signIn(service, client.fetch);
    const timings: Timing[] = [];
    for (const request of readRequests(store)) timings.push(await measure(request, read));
    return report(
      engine,
      timings.filter(({ isServed }) => isServed),
    );
  } finally {
    client.close();
    await service.stop();
  }
}

async function fillStore(service: MeasuredService, databaseUrl: string | null): Promise<FilledStore> {
  const agentId = await createAgents(service, 2);
  const command = `chatbots create --store ${service.storeId} --agent ${agentId} --name Bench`;
  const { chatbot_id: chatbotId } = service.operate(command) as { chatbot_id: string };
  await withDatabase(connectDatabase({ databaseUrl, dataDir: service.dataDir }), async (db) => {
    const database = createDatabase(db, { clock: systemClock });
    for (let part = 0; part < parts; part += 1) {
      const end = Date.now() - ((part % 3) * days * dayMs) / 3;
      await database.changeAll(operatorActor, async (context) => {
        const store = await context.allStores('stores').where({ id: service.storeId }).first();
        if (store === undefined) throw new Error('the store of the bench is not there');
        // Another number of conversations is another seed.
        const made = {
          name: `bench${String(part).padStart(2, '0')}`,
          store,
          agentId,
          chatbotId,
          conversations: conversationsOfPart + part,
        };
        await seedConversations({ clock: { ...systemClock, now: () => end } }, context.of(store), made);
      });
    }
    // As autovacuum does within minutes.
    if (databaseUrl !== null) await db.raw('vacuum analyze');
  });
  return { storeId: service.storeId, agentId, chatbotId };
}

interface FilledStore {
  readonly storeId: string;
  readonly agentId: string;
  readonly chatbotId: string;
}

/** Reads a path of the dashboard's API as an owner of the store. */
type Read = (path: string) => Promise<Response>;

async function signIn(service: MeasuredService, send: TestFetch): Promise<Read> {
  const invite = `users invite owner@bench.example --store ${service.storeId} --role owner`;
  const { url } = service.operate(invite) as { url: string };
  const headers = { 'sec-fetch-site': 'same-origin' };
  const body = { code: new URL(url).hash.replace('#code=', '') };
  const response = await send('/dashboard/api/session/code', { headers, body });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (!response.ok || cookie === undefined) throw new Error(`signing in returned ${response.status}`);
  return (path) => send(path, { headers: { ...headers, cookie } });
}

interface ReadRequest {
  readonly name: string;
  readonly path: string;
}

/** One request for each operation that reads, and further ones for those with filters. */
function readRequests({ storeId, agentId, chatbotId }: FilledStore): ReadRequest[] {
  const values: Readonly<Record<string, string>> = {
    store_id: storeId,
    agent_id: agentId,
    chatbot_id: chatbotId,
    conversation_id: demoId('cnv', 'bench00', 1_000),
    import_id: 'imp_none',
  };
  const range = `from=${dayBefore(days - 1)}&to=${dayBefore(0)}&time_zone=`;
  const month = `from=${dayBefore(29)}&to=${dayBefore(0)}&time_zone=`;
  const week = `from=${dayBefore(6)}&to=${dayBefore(0)}`;
  const queries: Partial<Record<OperationId, readonly string[]>> = {
    getOverview: ['time_zone=Europe/Berlin'],
    getAnalytics: [
      // The range with which the page opens.
      `${month}Europe/Berlin`,
      `${range}Europe/Berlin`,
      `${range}Asia/Kolkata`,
      `${range}UTC&agent_id=${agentId}`,
    ],
    exportAnalytics: [`${range}UTC`],
    listProductFigures: [`${range}Asia/Kolkata`],
    listConversations: [
      '',
      'result=without_help',
      'result=failed',
      'result=helped',
      'thumb=down',
      `text=blanket&${week}`,
    ],
    exportConversation: ['format=csv'],
    searchProducts: ['query=lamp'],
    searchKnowledge: ['query=returns'],
  };
  return Object.entries(operations).flatMap(([id, { method, path }]) => {
    if (method !== 'get') return [];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => values[name] ?? name);
    return (queries[id as OperationId] ?? ['']).map((query) => ({
      name: `${id} ${query.replace(/from=([\d-]+)&to=([\d-]+)&?/, (_range, from: string, to: string) => `${daysOf(from, to)} days `)}`.trim(),
      path: query === '' ? filled : `${filled}?${query}`,
    }));
  });
}

function daysOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

function dayBefore(count: number): string {
  return new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);
}

interface Timing {
  readonly name: string;
  /** False for an operation that is not built, or whose thing does not exist here. */
  readonly isServed: boolean;
  readonly medianMs: number;
  readonly p95Ms: number;
}

async function measure({ name, path }: ReadRequest, read: Read): Promise<Timing> {
  const first = await read(path);
  await first.arrayBuffer();
  if (first.status === 404) return { name, isServed: false, medianMs: 0, p95Ms: 0 };
  const times: number[] = [];
  for (let request = 0; request < requests; request += 1) {
    const start = performance.now();
    const response = await read(path);
    await response.arrayBuffer();
    times.push(performance.now() - start);
    // A busy machine: the deadline of the database is 2 s.
    if (!response.ok && response.status !== 503) throw new Error(`${name} returned ${response.status}`);
  }
  return { name, isServed: true, medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

function report(engine: string, timings: readonly Timing[]): { table: Table; limit: Limit } {
  const rows = timings.map(({ name, medianMs, p95Ms }) => [name, medianMs.toFixed(0), p95Ms.toFixed(0)]);
  return {
    table: {
      title: `The dashboard with 100,000 conversations in ${engine}, ${requests} requests each`,
      headings: ['operation', 'median ms', 'p95 ms'],
      rows,
    },
    limit: {
      name: `dashboard: p95 ms of the slowest read in ${engine}`,
      measured: Math.max(...timings.map(({ p95Ms }) => p95Ms)),
      limit: limitMs,
    },
  };
}
