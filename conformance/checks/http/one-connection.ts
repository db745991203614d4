import { unexpected, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { Untested, type Check, type CheckContext } from '../../check.ts';
import { cookiesOf } from '../auth/received-credentials.ts';
import { isObject, type ApiRequest, type Exchange } from '../../exchange.ts';
import { untestedIfFull } from '../fixtures.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';

const list: ApiRequest = { method: 'GET', path: '/api/agents' };
const noKey = { type: 'none' } as const;
const unknownKey = {
  type: 'header',
  value: `Bearer svc_${'9zZ8'.repeat(8)}`,
  shell: `Bearer svc_${'9zZ8'.repeat(8)}`,
} as const;

/** Requests that are rejected, some with a body that the server need not read. */
function rejected({ target }: CheckContext): readonly ApiRequest[] {
  const reads: readonly ApiRequest[] = [
    { method: 'GET', path: '/api/widget/config' },
    { ...list, credential: noKey },
    { ...list, credential: unknownKey },
  ];
  const body = JSON.stringify({ name: `Conformance ${'x'.repeat(20_000)}` });
  const headers = { 'content-type': 'application/json' };
  const create = { method: 'POST', path: '/api/agents', headers };
  const writes: readonly ApiRequest[] = [
    { ...create, credential: noKey, body },
    { ...create, body: '{' },
    { ...create, chunkBytes: 1000, body },
  ];
  return target.readOnly ? reads : [...reads, ...writes];
}

/** Whether two lists have the same agents; others may have been created between them. */
function lacksAgents(before: Exchange, after: Exchange): boolean {
  const ids = new Set(agentIdsOf(after));
  return after.status !== 200 || agentIdsOf(before).some((id) => !ids.has(id));
}

/** The key of each request counts, not that of an earlier one. */
async function verifyOtherStore(context: CheckContext, connection: string, first: Exchange): Promise<void> {
  if (context.target.stores.second === undefined) return;
  // A client keeps the cookies of a session, if it was given one.
  const cookies = cookiesOf(first);
  const other = await context.client.send({
    ...list,
    connection,
    credential: { type: 'store', store: 'second' },
    ...(cookies.length > 0 && { headers: { cookie: cookies.join('; ') } }),
  });
  const own = await context.client.send({ ...list, connection });
  for (const exchange of [other, own]) {
    const isOwn = exchange === own;
    if (isOwn ? !lacksAgents(first, own) : other.text !== first.text) continue;
    context.report(unexpected('R-4.2-03', 'connection-of-two-keys', exchange));
  }
}

/** Source 4.2 and 5: proxies and clients send requests of many users over one connection. */
export const oneConnection: Check = {
  id: 'http/one-connection',
  title: 'Requests on one connection do not affect each other: each has its own key, body and response',
  requirements: ['R-5-06', 'R-4.2-06', 'R-4.2-03', 'R-5-01'],
  profile: 'full',
  isReadOnly: true,
  run: async (context) => {
    const connection = `kept alive ${context.seed}`;
    const first = await context.client.send({ ...list, connection });
    if (first.status !== 200) throw new Untested('the list cannot be read');
    for (const request of context.some(rejected(context), 4)) {
      const exchange = await context.client.send({ ...request, connection });
      if (request.credential !== undefined) {
        const found = verifyErrorResponse(exchange, 'R-5-06', 401);
        context.report(withReason(found, ', on a connection that had a valid key before'));
      }
      const again = await context.client.send({ ...list, connection });
      if (!lacksAgents(first, again)) continue;
      context.report(unexpected('R-4.2-06', ['list-after-rejection', request.method, request.path], again));
    }
    await verifyOtherStore(context, connection, first);
  },
};

/** Source 5.1. */
export const otherMethods: Check = {
  id: 'http/other-methods',
  title: 'No other method reaches the agents without a key',
  requirements: ['R-5-01', 'R-7-14'],
  profile: 'full',
  /** HEAD is no operation, but reads what GET does. */
  run: async (context) => {
    const head = { method: 'HEAD', path: '/api/agents' };
    const keyless = await context.client.send({ ...head, credential: noKey });
    if (keyless.status < 300) {
      const expected = 'head-needs-key';
      context.report({ requirement: 'R-5-01', expected, actual: `status ${keyless.status}` }, keyless);
    }
    const { status } = await context.client.send(head);
    context.observe('R-7-14', `HEAD of the list returns ${status}`);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const exchange = await context.client.send({
        method,
        path: '/api/agents',
        credential: noKey,
        json: {},
      });
      if (exchange.status >= 300) continue;
      const expected = ['other-method-needs-key', method] as const;
      context.report({ requirement: 'R-5-01', expected, actual: `status ${exchange.status}` }, exchange);
    }
  },
};

const dateMarginMs = 2000;

/** Whether a created agent is so much younger than Last-Modified that whole seconds show it. Both are of the server's clock. */
function isLater(agent: unknown, modified = ''): boolean {
  const createdAt = isObject(agent) ? String(agent['created_at']) : '';
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(createdAt);
  return hasZone && Date.parse(createdAt) >= Date.parse(modified) + dateMarginMs;
}

/** Source 4.2: browsers and proxies ask whether their cached list is still the one. */
export const cachedList: Check = {
  id: 'http/cached-list',
  title: 'A client that has cached the list receives a new agent',
  requirements: ['R-4.2-02'],
  profile: 'full',
  run: async (context) => {
    const before = await context.client.send(list);
    const { etag, 'last-modified': modified } = before.headers;
    if (etag === undefined && modified === undefined) {
      context.observe('R-4.2-05', 'the list has no validator for caches');
      return;
    }
    const create = await context.fixtures.acceptedCreate();
    const name = `Agent after a cached list ${context.seed.toString(36)}`;
    const created = untestedIfFull(await context.client.contract.createAgent({ ...create, name }));
    const headers = {
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(etag === undefined && modified !== undefined && { 'if-modified-since': modified }),
    };
    const after = await context.client.send({ ...list, headers });
    const id = isObject(created.json) ? created.json['id'] : undefined;
    if (typeof id !== 'string' || agentIdsOf(after).includes(id)) return;
    // Last-Modified has whole seconds, so that HTTP allows a 304 after a change within one (RFC 9110, 8.8.2.2).
    if (after.status === 304 && etag === undefined && !isLater(created.json, modified)) {
      context.warn('the list is 304 (Not Modified) within the second of a create', after);
      return;
    }
    context.report(unexpected('R-4.2-02', 'fresh-list-when-cached', after));
  },
};
