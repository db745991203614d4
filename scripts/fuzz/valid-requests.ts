import type { Random } from '../random.ts';

/** A request before it is written as bytes. */
export interface FuzzRequest {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** What requests need to reach beyond authentication. */
export interface Credentials {
  readonly apiKey: string;
  readonly agentId: string;
  readonly chatbotId: string;
  /** The origin of a page that the chatbot allows. */
  readonly origin: string;
  readonly visitorToken: string;
}

type Template = (credentials: Credentials, random: Random) => FuzzRequest;

/** A valid request of each route: API, MCP, embed, demo, docs, health. */
const templates: readonly [Template, ...Template[]] = [
  () => get('/healthz'),
  () => get('/readyz'),
  () => get('/'),
  () => get('/docs/'),
  () => get('/docs/index.html'),
  () => get('/demo/'),
  () => get('/demo/?category=jackets'),
  () => get('/demo/product/kids-rain-jacket'),
  () => get('/demo/images/kids-rain-jacket.svg'),
  () => get('/demo/shop.css'),
  () => get('/embed/chatbot.js'),
  () => get('/nothing'),
  (credentials, random) => authorized(get('/api/agents'), credentials, random),
  (credentials, random) => authorized(post('/api/agents', agentBody), credentials, random),
  (credentials, random) =>
    authorized(get(`/api/widget/config?chatbot_id=${credentials.chatbotId}`), credentials, random),
  chat,
  chat,
  ({ chatbotId, origin }) => withHeader(post('/embed/session', { chatbot_id: chatbotId }), 'Origin', origin),
  mcp('tools/list', {}),
  mcp('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'fuzz', version: '1' },
  }),
  mcp('tools/call', { name: 'list_agents', arguments: {} }),
];

const agentBody = {
  name: 'Guide',
  type: 'customer_support',
  description: 'Helps',
  config: {
    model_provider: 'provider_one',
    model_id: 'shopping-1',
    system_prompt: 'Help shoppers.',
    temperature: 0.5,
    max_tokens: 100,
    mcp_capabilities: [{ type: 'product_catalog', enabled: true }],
  },
};

/** One of the valid requests, with a key, a visitor token or neither. */
export function validRequest(credentials: Credentials, random: Random): FuzzRequest {
  return random.pick(templates)(credentials, random);
}

function chat(credentials: Credentials, random: Random): FuzzRequest {
  const stream = random.pick([true, false, undefined]);
  const body = {
    agent_id: credentials.agentId,
    message: 'Show me rain jackets',
    ...(stream !== undefined && { stream }),
  };
  const request = authorized(post('/api/agents/chat/stream', body), credentials, random);
  return random.chance(0.2) ? withHeader(request, 'Idempotency-Key', `key-${random.below(50)}`) : request;
}

function mcp(method: string, params: object): Template {
  return ({ apiKey }) => {
    const request = post(`/mcp?api_key=${apiKey}`, { jsonrpc: '2.0', id: 1, method, params });
    return withHeader(request, 'Accept', 'application/json, text/event-stream');
  };
}

function get(target: string): FuzzRequest {
  return {
    method: 'GET',
    target,
    version: 'HTTP/1.1',
    headers: [['Host', 'localhost']],
    body: Buffer.alloc(0),
  };
}

function post(target: string, body: object): FuzzRequest {
  const bytes = Buffer.from(JSON.stringify(body));
  const request: FuzzRequest = { ...get(target), method: 'POST', body: bytes };
  request.headers.push(['Content-Type', 'application/json'], ['Content-Length', String(bytes.length)]);
  return request;
}

function authorized(request: FuzzRequest, credentials: Credentials, random: Random): FuzzRequest {
  const { apiKey, visitorToken, origin } = credentials;
  if (random.chance(0.1)) return request;
  if (random.chance(0.8)) return withHeader(request, 'Authorization', `Bearer ${apiKey}`);
  return withHeader(withHeader(request, 'Origin', origin), 'Authorization', `Bearer ${visitorToken}`);
}

function withHeader(request: FuzzRequest, name: string, value: string): FuzzRequest {
  request.headers.push([name, value]);
  return request;
}
