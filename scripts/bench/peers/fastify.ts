import Fastify from 'fastify';
import { agentListSchema, agentSchema, createSchema, widgetSchema } from './schemas.ts';
import { openAgentTable, type AgentBody } from './agent-table.ts';
import { announce, peerSettings } from './peer.ts';

// The strong peer: compiled request schemas and response serialisers, prepared statements on better-sqlite3.
const settings = peerSettings();
const table = openAgentTable(settings.databaseFile);
const app = Fastify({ https: settings.tls, logger: false });

app.decorateRequest('storeId', '');
declare module 'fastify' {
  interface FastifyRequest {
    storeId: string;
  }
}
app.addHook('onRequest', async (request, reply) => {
  const storeId = table.storeOfKey(request.headers.authorization);
  if (storeId === undefined)
    return reply.code(401).send({ error: 'The API key is missing or invalid', status: 401 });
  request.storeId = storeId;
  return undefined;
});
app.get('/api/agents', { schema: { response: { 200: agentListSchema } } }, (request, reply) => {
  reply.send({ agents: table.list(request.storeId) });
});
app.post<{ Body: AgentBody }>(
  '/api/agents',
  { schema: { body: createSchema, response: { 201: agentSchema } } },
  (request, reply) => {
    reply.code(201).send(table.create(request.storeId, request.body));
  },
);
app.get<{ Querystring: { chatbot_id: string } }>(
  '/api/widget/config',
  {
    schema: {
      querystring: {
        type: 'object',
        required: ['chatbot_id'],
        properties: { chatbot_id: { type: 'string' } },
      },
      response: { 200: widgetSchema },
    },
  },
  (request, reply) => {
    const widget = table.widget(request.storeId, request.query.chatbot_id);
    if (widget === undefined) reply.code(404).send({ error: 'No such chatbot', status: 404 });
    else reply.send(widget);
  },
);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
announce(Number(new URL(address).port));
