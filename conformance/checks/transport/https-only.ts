import { unexpected } from '../../model/verify-error.ts';
import { Untested, type Check, type CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { listedAgents } from '../../model/listed-agents.ts';
import { isObject, NoResponse, type ApiRequest, type Exchange, type Target } from '../../exchange.ts';

const timeoutMs = 5000;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/;

/** The response over plain HTTP, or the error where the connection was rejected, reset or timed out. */
async function send({ client }: CheckContext, request: ApiRequest): Promise<Exchange | NoResponse> {
  try {
    return await client.send({ ...request, idleTimeoutMs: timeoutMs });
  } catch (error) {
    if (error instanceof NoResponse) return error;
    throw error;
  }
}

const noKey = { type: 'none' } as const;

/** Whether the key may be sent unencrypted: never over a network. */
function isLocal({ httpUrl }: Target): boolean {
  return loopback.test(new URL(httpUrl).hostname);
}

/** A request without the key, and the same with it where that is safe. */
function withAndWithoutKey(target: Target, request: ApiRequest): readonly ApiRequest[] {
  return [{ ...request, credential: noKey }, ...(isLocal(target) ? [request] : [])];
}

/** The list and the embed script. */
function fewReads({ target }: CheckContext): readonly ApiRequest[] {
  const { httpUrl } = target;
  return [
    ...withAndWithoutKey(target, { method: 'GET', path: `${httpUrl}/api/agents` }),
    { method: 'GET', path: `${httpUrl}/embed/chatbot.js`, credential: noKey },
  ];
}

/** The list over plain HTTP on the port of TLS, with the key: without one, a 401 may be of a server that serves both. */
function onSecurePort({ baseUrl, httpUrl }: Target): readonly ApiRequest[] {
  const url = new URL(baseUrl);
  if (portOf(baseUrl) === portOf(httpUrl) || !loopback.test(url.hostname)) return [];
  return [{ method: 'GET', path: `${baseUrl.replace(/^https:/, 'http:')}/api/agents` }];
}

/** What a proxy sends that ends TLS: from a client it proves nothing. */
const forged = [
  { 'x-forwarded-proto': 'https', 'x-forwarded-ssl': 'on', 'x-forwarded-port': '443' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  { forwarded: 'proto=https', 'x-forwarded-scheme': 'https', 'front-end-https': 'on' },
];

/** The other reads, and the connection of an MCP client. */
function otherReads({ target }: CheckContext): readonly ApiRequest[] {
  const { httpUrl, mcpUrl, stores } = target;
  const chatbot = encodeURIComponent(stores.main.chatbotId ?? 'chatbot-1');
  const widget = { method: 'GET', path: `${httpUrl}/api/widget/config?chatbot_id=${chatbot}` };
  const mcp = mcpUrl === undefined ? undefined : `${httpUrl}${new URL(mcpUrl).pathname}`;
  const list = { method: 'GET', path: `${httpUrl}/api/agents` };
  return [
    ...forged.flatMap((headers) => withAndWithoutKey(target, { ...list, headers }).slice(1)),
    ...withAndWithoutKey(target, { ...list, path: `${list.path}/` }),
    ...withAndWithoutKey(target, { method: 'HEAD', path: `${httpUrl}/api/agents` }),
    ...withAndWithoutKey(target, widget),
    // As a page of a shop sends it.
    ...withAndWithoutKey(target, { ...widget, headers: { origin: 'http://shop.example' } }),
    ...(mcp === undefined ? [] : mcpRequests(target, mcp)),
    ...onSecurePort(target),
  ];
}

function mcpRequests(target: Target, url: string): readonly ApiRequest[] {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'agent-conformance', version: '1' },
  };
  const initialize = {
    method: 'POST',
    path: url,
    credential: noKey,
    headers: { accept: 'application/json, text/event-stream' },
    json: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
  };
  const keyed = `${url}?api_key=${encodeURIComponent(target.stores.main.key)}`;
  return [initialize, ...(isLocal(target) ? [{ ...initialize, path: keyed }] : [])];
}

const nameOverHttp = 'Conformance: must not be created over HTTP';

async function countOverHttp(context: CheckContext): Promise<number> {
  return (await listedAgents(context)).filter(({ name }) => name === nameOverHttp).length;
}

/** Every write; without a key by other methods, too. */
async function writes({ target, fixtures }: CheckContext): Promise<readonly ApiRequest[]> {
  const path = `${target.httpUrl}/api/agents`;
  const create = { ...(await fixtures.acceptedCreate()), name: nameOverHttp };
  const message = { agent_id: await fixtures.agentId(), message: 'Hello' };
  const others = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
    method,
    path,
    json: {},
    credential: noKey,
  }));
  return [
    ...withAndWithoutKey(target, { method: 'POST', path, json: create }),
    ...withAndWithoutKey(target, { method: 'POST', path: `${path}/chat/stream`, json: message }),
    ...others,
  ];
}

/** The port of a URL, also where it is the default of its protocol. */
function portOf(url: string): string {
  const { port, protocol } = new URL(url);
  return port || (protocol === 'https:' ? '443' : '80');
}

/** Whether a response redirects to HTTPS, which serves nothing: whether that is a rejection is open (decision 0014). */
function redirectsToHttps({ status, headers }: Exchange): boolean {
  return status >= 300 && status < 400 && /^https:/i.test(headers['location'] ?? '');
}

/** Whether a body has what the API returns, whatever its status. */
function hasData({ json }: Exchange): boolean {
  return (
    isObject(json) &&
    ['agents', 'config', 'conversation_id'].some((name) => isObject(json[name]) || Array.isArray(json[name]))
  );
}

/** The outcome of one request over plain HTTP, for the observations; undefined where it was served. */
function rejectionOf(response: Exchange | NoResponse): string | undefined {
  if (response instanceof NoResponse) return 'no response';
  if (hasData(response)) return undefined;
  if (response.status >= 400) return `status ${response.status}`;
  return redirectsToHttps(response) ? `a redirect to HTTPS (${response.status})` : undefined;
}

/** Verifies that plain HTTP serves none of the requests. */
async function verifyRejected(context: CheckContext, requests: readonly ApiRequest[]): Promise<void> {
  const { httpUrl, baseUrl } = context.target;
  for (const request of requests) {
    const response = await send(context, request);
    const rejection = rejectionOf(response);
    // That a port of TLS serves no plain HTTP says nothing about how that is rejected.
    if (rejection !== undefined && portOf(request.path) !== portOf(baseUrl))
      context.observe('R-1-12', `plain HTTP is rejected by ${rejection}`);
    // A firewall drops them all: one timeout is enough.
    if (response instanceof NoResponse && response.code === 'timeout') break;
    if (rejection !== undefined || response instanceof NoResponse) continue;
    const actual = describeResponse(response);
    const what = `${request.method} ${new URL(request.path).pathname}`;
    context.report({ requirement: 'R-1-09', expected: ['plain-http-rejected', what], actual }, response);
    context.report({ requirement: 'R-5-07', expected: 'plain-http-takes-no-key', actual }, response);
  }
  // A port that speaks TLS cannot serve plain HTTP: that it does not says nothing about the deployment's other ports.
  if (portOf(httpUrl) === portOf(baseUrl))
    context.untested(
      'only the TLS port was asked: give the address of plain HTTP by --http-url',
      'R-1-09',
      'R-5-07',
    );
}

/** Source 1 and 5.7. */
export const httpsOnly: Check = {
  id: 'transport/https-only',
  title: 'Plain HTTP serves nothing: no response, a 4xx, or a redirect to HTTPS',
  requirements: ['R-1-09', 'R-5-07', 'R-1-12'],
  profile: 'core',
  isReadOnly: true,
  run: (context) => verifyRejected(context, fewReads(context)),
};

/** Source 1 and 5.7, for the other reads and MCP. */
export const httpsOnlyReads: Check = {
  id: 'transport/https-only-reads',
  title:
    'Plain HTTP serves no widget configuration, no HEAD, no MCP client, and no claim of a proxy before it',
  requirements: ['R-1-09', 'R-5-07', 'R-1-12'],
  profile: 'full',
  isReadOnly: true,
  run: (context) => verifyRejected(context, context.some(otherReads(context), 8)),
};

/** Source 1 and 5.7: a proxy may let through what changes something. */
export const httpsOnlyWrites: Check = {
  id: 'transport/https-only-writes',
  title: 'Plain HTTP accepts no create, no message and no other method',
  requirements: ['R-1-09', 'R-5-07', 'R-1-12'],
  profile: 'full',
  run: async (context) => {
    const before = await countOverHttp(context);
    await verifyRejected(context, context.some(await writes(context), 4));
    if ((await countOverHttp(context)) <= before) return;
    // A redirect or an error after the request was handled.
    const actual = `an agent ${JSON.stringify(nameOverHttp)} in the list`;
    context.report({ requirement: 'R-1-09', expected: 'plain-http-creates-nothing', actual });
  },
};

/** Our decision 0014: plain HTTP is 403 with the error body. */
export const httpsOnlyReference: Check = {
  id: 'transport/reference',
  title: 'Plain HTTP is 403, and not redirected',
  requirements: ['R-1-12'],
  profile: 'reference',
  isReadOnly: true,
  run: async (context) => {
    const { httpUrl, baseUrl } = context.target;
    if (portOf(httpUrl) === portOf(baseUrl))
      throw new Untested('only the TLS port was asked: give --http-url');
    const path = `${httpUrl}/api/agents`;
    const exchange = await send(context, { method: 'GET', path, credential: { type: 'none' } });
    if (!(exchange instanceof NoResponse) && exchange.status === 403) return;
    if (exchange instanceof NoResponse)
      context.report({ requirement: 'R-1-12', expected: 'plain-http-is-403', actual: 'no response' });
    else {
      context.report(unexpected('R-1-12', 'plain-http-is-403', exchange));
    }
  },
};
