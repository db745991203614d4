import { unexpected } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext } from '../../check.ts';
import { addressed } from '../auth/forged-headers.ts';
import { wrongKeys } from '../auth/near-miss-credentials.ts';
import { receivedHeaders } from '../auth/received-credentials.ts';
import { mcpNotOffered, mcpUrlWith, sendMcpInitialize, sendMcpRequest } from './mcp-requests.ts';

const likely = [
  'an empty key',
  'an unknown key of the right form',
  'the key in the other letter case',
  'the key with one more character',
];

/** Source 4.6 and 5: the MCP endpoint requires the key as a query parameter. */
export const mcpKey: Check = {
  id: 'mcp/key',
  title: 'The MCP endpoint rejects a missing, unknown or nearly right api_key with 401',
  requirements: ['R-4.6-02', 'R-5-06'],
  profile: 'core',
  notOffered: mcpNotOffered,
  isReadOnly: true,
  run: async (context) => {
    const { target, seed } = context;
    const keys = wrongKeys(target.stores.main, seed).filter(({ what }) => likely.includes(what));
    for (const { what, value } of [{ what: 'no key', value: undefined }, ...keys]) {
      const exchange = await sendMcpInitialize(context, mcpUrlWith(target, value));
      if (exchange.status === 401) continue;
      const requirement: RequirementId = value === undefined && exchange.status < 300 ? 'R-4.6-02' : 'R-5-06';
      context.report(unexpected(requirement, ['mcp-near-miss-rejected', what], exchange));
    }
  },
};

const streamTimeoutMs = 2000;

/** The stream of a session is opened by GET; an endpoint without one may respond with another error. */
async function verifyStream(context: CheckContext): Promise<void> {
  const exchange = await context.client.send({
    method: 'GET',
    path: mcpUrlWith(context.target, undefined).href,
    credential: { type: 'none' },
    headers: { accept: 'text/event-stream' },
    idleTimeoutMs: streamTimeoutMs,
  });
  if (exchange.status >= 300) return;
  context.report(unexpected('R-4.6-02', 'mcp-get-needs-key', exchange));
}

/**
 * Bodies without one id: a notification, and several messages, which older clients send. Whether an endpoint takes them
 * is open, but not without a key.
 */
async function verifyOtherBodies(context: CheckContext): Promise<void> {
  const bodies = {
    'a notification': { jsonrpc: '2.0', method: 'notifications/initialized' },
    'several messages in one body': ['tools/list', 'ping'].map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: {},
    })),
  };
  const [method, headers] = ['POST', { accept: 'application/json, text/event-stream' }];
  const path = mcpUrlWith(context.target, undefined).href;
  for (const [what, json] of Object.entries(bodies)) {
    const exchange = await context.client.send({ method, path, credential: { type: 'none' }, headers, json });
    if (exchange.status >= 300) continue;
    context.report(unexpected('R-4.6-02', ['mcp-methods-need-key', what], exchange));
  }
}

// A longer one may be rejected as too long an address.
const maxKeyLength = 200;

/** What the API rejects as a key is none here either. */
async function verifyWrongKeys(context: CheckContext): Promise<void> {
  const { target, seed } = context;
  const keys = wrongKeys(target.stores.main, seed).filter(({ value }) => value.length <= maxKeyLength);
  for (const { what, value } of context.some(keys, 8)) {
    const exchange = await sendMcpRequest(context, mcpUrlWith(target, value), 'tools/list');
    if (exchange.status === 401) continue;
    context.report(unexpected('R-5-06', ['mcp-tools-list-near-miss', what], exchange));
  }
}

/** A session is no key: its id is in each response and log. Neither is a cookie. */
async function verifySession(context: CheckContext): Promise<void> {
  const { target } = context;
  const { key } = target.stores.main;
  const begun = await sendMcpInitialize(context, mcpUrlWith(target, key));
  const session = begun.headers['mcp-session-id'];
  const received = receivedHeaders([begun], key);
  if (begun.status >= 300 || (session === undefined && received === undefined)) return;
  const url = mcpUrlWith(target, undefined);
  const headers = { ...received, ...(session !== undefined && { 'mcp-session-id': session }) };
  const listed = await sendMcpRequest(context, url, 'tools/list', headers);
  // DELETE ends a session, and so the work of the client whose it is.
  const end = { method: 'DELETE', path: url.href, credential: { type: 'none' } as const, headers };
  const ended = session === undefined ? undefined : await context.client.send(end);
  for (const exchange of [listed, ended]) {
    if (exchange === undefined || exchange.status >= 400) continue;
    const what = exchange === listed ? 'tools/list' : 'DELETE, which ends a session,';
    context.report(unexpected('R-4.6-02', ['mcp-received-id-opens-nothing', what], exchange));
  }
}

/** Source 4.6 and 5: each request of MCP requires the key, not initialize alone. */
export const mcpToolsKey: Check = {
  id: 'mcp/tools-key',
  title:
    'The MCP endpoint rejects requests of every method without a valid api_key with 401, also without initialize',
  requirements: ['R-4.6-02', 'R-5-06'],
  profile: 'full',
  notOffered: mcpNotOffered,
  isReadOnly: true,
  run: async (context) => {
    const { target } = context;
    const requests = [
      ['ping', ' from the loopback address', addressed('127.0.0.1')],
      ['resources/list', ''],
      ['prompts/list', ''],
      ['tools/list', ''],
      ['tools/call', ' from a private address', addressed('10.0.0.7')],
    ] as const;
    for (const [method, from, headers] of requests) {
      const exchange = await sendMcpRequest(context, mcpUrlWith(target, undefined), method, headers);
      if (exchange.status === 401) continue;
      const requirement: RequirementId = exchange.status < 300 ? 'R-4.6-02' : 'R-5-06';
      context.report(unexpected(requirement, ['mcp-methods-without-key', method, from], exchange));
    }
    await verifyWrongKeys(context);
    await verifyStream(context);
    await verifyOtherBodies(context);
    await verifySession(context);
  },
};
