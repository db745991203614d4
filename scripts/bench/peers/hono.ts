import { createServer } from 'node:https';
import { serve } from '@hono/node-server';
import { Ajv } from 'ajv';
import { Hono } from 'hono';
import { openAgentTable, type AgentBody } from './agent-table.ts';
import { announce, peerSettings } from './peer.ts';
import { createSchema } from './schemas.ts';

// Hono on node-server with a compiled Ajv validator and the same table.
const settings = peerSettings();
const table = openAgentTable(settings.databaseFile);
const isCreate = new Ajv().compile(createSchema);
const app = new Hono<{ Variables: { storeId: string } }>();

app.use('/api/*', async (context, next) => {
  const storeId = table.storeOfKey(context.req.header('authorization'));
  if (storeId === undefined)
    return context.json({ error: 'The API key is missing or invalid', status: 401 }, 401);
  context.set('storeId', storeId);
  return next();
});
app.get('/api/agents', (context) => context.json({ agents: table.list(context.get('storeId')) }));
app.post('/api/agents', async (context) => {
  const body: unknown = await context.req.json();
  if (!isCreate(body)) return context.json({ error: 'The body is invalid', status: 400 }, 400);
  return context.json(table.create(context.get('storeId'), body as AgentBody), 201);
});
app.get('/api/widget/config', (context) => {
  const widget = table.widget(context.get('storeId'), context.req.query('chatbot_id') ?? '');
  return widget === undefined
    ? context.json({ error: 'No such chatbot', status: 404 }, 404)
    : context.json(widget);
});
serve(
  { fetch: app.fetch, port: 0, hostname: '127.0.0.1', createServer, serverOptions: settings.tls },
  ({ port }) => announce(port),
);
