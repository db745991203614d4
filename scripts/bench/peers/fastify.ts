import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { peerChatbotId, type PeerSettings } from '../start-peer.ts';
import { agentBody, type AgentBody } from './agent-body.ts';

// The peer of requests: Fastify with the schemas of the contract, compiled for validation and serialisation, prepared
// statements on better-sqlite3, a key looked up by its hash, each create a commit with synchronous=FULL. With a log file it
// has the duties of a service, too, by parts of its own ecosystem: an access log, a rate limit for each key, headers for
// browsers, and a widget that browsers revalidate.
const { certFile, keyFile, database } = JSON.parse(process.env['PEER_SETTINGS'] ?? '{}') as PeerSettings;
if (database === undefined) throw new Error('PEER_SETTINGS must have a database; npm run bench sets it');

const db = new Database(database.file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(`
  CREATE TABLE api_keys (hash TEXT PRIMARY KEY, store_id TEXT NOT NULL);
  CREATE TABLE agents (id TEXT PRIMARY KEY, store_id TEXT NOT NULL, name TEXT, type TEXT, description TEXT, config TEXT, created_at TEXT, updated_at TEXT);
  CREATE INDEX agents_by_store ON agents (store_id);
  CREATE TABLE chatbots (id TEXT PRIMARY KEY, store_id TEXT NOT NULL, body TEXT NOT NULL);
`);
const findKey = db.prepare<[string], { store_id: string }>('SELECT store_id FROM api_keys WHERE hash = ?');
const findChatbot = db.prepare<[string, string], { body: string }>(
  'SELECT body FROM chatbots WHERE store_id = ? AND id = ?',
);
const selectAgents = db.prepare<[string], AgentRow>('SELECT * FROM agents WHERE store_id = ? ORDER BY rowid');
const insertAgent = db.prepare('INSERT INTO agents VALUES (?, ?, ?, ?, ?, ?, ?, ?)');

interface AgentRow extends Omit<AgentBody, 'description' | 'config'> {
  readonly id: string;
  readonly description: string | null;
  readonly config: string;
  readonly created_at: string;
  readonly updated_at: string;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function storeOf(authorization: string | undefined): string | undefined {
  if (!authorization?.startsWith('Bearer ')) return undefined;
  return findKey.get(hashOf(authorization.slice(7)))?.store_id;
}

function createAgent(storeId: string, body: AgentBody): object {
  const { name, type, config } = body;
  const description = body.description ?? null;
  const now = new Date().toISOString();
  const text = JSON.stringify({ temperature: 0.7, max_tokens: 4096, ...config });
  const row = { id: randomUUID(), name, type, description, config: text, created_at: now, updated_at: now };
  insertAgent.run(row.id, storeId, name, type, description, text, now, now);
  return agentOf(row);
}

function agentOf({ description, config, ...row }: AgentRow): object {
  const optional = description === null ? {} : { description };
  return { ...row, ...optional, config: JSON.parse(config) as object, status: 'active' };
}

db.prepare('INSERT INTO api_keys VALUES (?, ?)').run(hashOf(database.key), 'store');
db.prepare('INSERT INTO chatbots VALUES (?, ?, ?)').run(
  peerChatbotId,
  'store',
  JSON.stringify(database.widget),
);
for (let index = 0; index < database.agents; index++) createAgent('store', agentBody(index));

const { components } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
const schema = (name: string): object => ({ $ref: `contract#/components/schemas/${name}` });
const querystring = {
  type: 'object',
  required: ['chatbot_id'],
  properties: { chatbot_id: { type: 'string' } },
};

declare module 'fastify' {
  interface FastifyRequest {
    storeId: string;
  }
}
const { logFile } = database;
const app = Fastify({
  ...(logFile !== undefined && { logger: { file: logFile }, disableRequestLogging: true }),
  https: { cert: readFileSync(certFile), key: readFileSync(keyFile) },
  // `components` is no keyword of JSON Schema.
  ajv: { customOptions: { strict: false } },
});
app.addSchema({ $id: 'contract', components });
app.decorateRequest('storeId', '');
app.addHook('onRequest', async (request, reply) => {
  const storeId = storeOf(request.headers.authorization);
  if (storeId === undefined)
    return reply.code(401).send({ error: 'The API key is missing or invalid', status: 401 });
  request.storeId = storeId;
  return undefined;
});
if (logFile !== undefined) {
  app.addHook('onResponse', async ({ id, method, url }, { statusCode, elapsedTime, log }) =>
    log.info(
      { id, method, path: url.split('?', 1)[0], status: statusCode, milliseconds: elapsedTime },
      'request',
    ),
  );
  await app.register(helmet);
  await app.register(rateLimit, {
    hook: 'preValidation',
    max: 1_000_000,
    timeWindow: 60_000,
    keyGenerator: ({ storeId }) => storeId,
  });
  await app.register(etag, { algorithm: 'sha256' });
}
app.get('/api/agents', { schema: { response: { 200: schema('AgentList') } } }, (request, reply) => {
  reply.send({ agents: selectAgents.all(request.storeId).map(agentOf) });
});
app.post<{ Body: AgentBody }>(
  '/api/agents',
  { schema: { body: schema('AgentCreate'), response: { 201: schema('Agent') } } },
  (request, reply) => {
    reply.code(201).send(createAgent(request.storeId, request.body));
  },
);
app.get<{ Querystring: { chatbot_id: string } }>(
  '/api/widget/config',
  { schema: { querystring, response: { 200: schema('WidgetConfig') } } },
  (request, reply) => {
    const row = findChatbot.get(request.storeId, request.query.chatbot_id);
    if (row === undefined) reply.code(404).send({ error: 'No such chatbot', status: 404 });
    else reply.header('cache-control', 'private, no-cache').send(JSON.parse(row.body));
  },
);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening on ${new URL(address).port}`);
