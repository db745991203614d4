import { unexpected, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { isObject, type Exchange, type ApiRequest } from '../../exchange.ts';
import { verifyForgedHeaders } from './forged-headers.ts';
import { likelyMisses, nearMisses, otherPlaces, type NearMiss } from './near-miss-credentials.ts';
import {
  chatRequest,
  createRequest,
  listRequest,
  widgetRequest,
  type ProtectedRequest,
  verifyUnauthorized,
} from './need-a-key.ts';
import { verifyReceived } from './received-credentials.ts';
import { anyKeyEdit, editedHeader, plainKeyEdits, type KeyEdit } from '../../arbitraries/key-edits.ts';
import type { RequirementId } from '../../../generated/requirements.ts';

async function verifyAll(
  context: CheckContext,
  credentials: readonly NearMiss[],
  requests: readonly ProtectedRequest[],
): Promise<void> {
  for (const [index, nearMiss] of credentials.entries()) {
    // The clause is of section 5; section 7 repeats it for each operation.
    const { requirement, isPublic } = nearMiss;
    // Visitors have no other use for it than the widget and the chat.
    const closed = requests.filter(({ request: { path } }) => isPublic !== true || path === '/api/agents');
    // Where there is no room for all, each of the operations in turn.
    const turned = [...closed.slice(index % closed.length), ...closed.slice(0, index % closed.length)];
    const sent = context
      .some(turned, 1)
      .map((request) => verifyUnauthorized(context, { ...request, requirement }, nearMiss));
    await Promise.all(sent);
  }
}

/** Paths that a router may take for the list, and a guard of keys for another path. Any error is right. */
const otherSpellings = [
  '/api/agents/',
  '/api/%61gents',
  '/API/agents',
  '/api/Agents',
  '/api//agents',
  '/api/agents;v=1',
  '/api/agents.json',
  '/api/agents%2f',
  '/v1/api/agents',
  '/api/agents%00',
];

/** The most frequent of them for the widget. */
const widgetSpellings = ['/api/widget/config/', '/API/widget/config', '/api//widget/config'];

/** Whether a response has what the list or the widget shows. */
function isShown({ status, json }: Exchange): boolean {
  return status < 300 && isObject(json) && (Array.isArray(json['agents']) || isObject(json['config']));
}

async function verifyOtherSpellings(context: CheckContext): Promise<void> {
  const { client, report } = context;
  const { search } = new URL(widgetRequest(context).request.path, context.target.baseUrl);
  for (const path of context.some(
    [...otherSpellings, ...widgetSpellings.map((one) => `${one}${search}`)],
    7,
  )) {
    const exchange = await client.send({ method: 'GET', path, credential: { type: 'none' } });
    if (!isShown(exchange)) continue;
    report(unexpected('R-5-01', ['other-path-needs-key', path], exchange));
  }
}

/** One agent by its id, which is no operation, but which frameworks serve beside the list. */
async function verifyOneAgent({ client, fixtures, report }: CheckContext): Promise<void> {
  const id = await fixtures.agentId();
  const path = `/api/agents/${encodeURIComponent(id)}`;
  const exchange = await client.send({ method: 'GET', path, credential: { type: 'none' } });
  if (exchange.status >= 300 || !isObject(exchange.json) || exchange.json['id'] !== id) return;
  report(unexpected('R-5-01', 'one-agent-needs-key', exchange));
}

const requirements = ['R-5-06', 'R-5-15', 'R-5-03', 'R-5-01'] as const;

/** Source 5: the most likely mistakes, for the list alone. */
export const nearMissKeys: Check = {
  id: 'auth/near-miss-keys',
  title: 'Nearly right keys, and the right key sent in another way, are rejected with 401',
  requirements,
  profile: 'core',
  isReadOnly: true,
  run: (context) =>
    verifyAll(context, likelyMisses(context.target.stores.main, context.seed), [listRequest()]),
};

/** All of them for each operation, which may each validate the key by itself. */
export const everyNearMiss: Check = {
  id: 'auth/every-near-miss',
  title:
    'Every near miss is rejected with 401 by each of the four operations, and no path, header or cookie replaces the key',
  requirements,
  profile: 'full',
  run: async (context) => {
    const requests = [listRequest(), widgetRequest(context), createRequest(), await chatRequest(context)];
    await verifyAll(context, nearMisses(context.target.stores.main, context.seed), requests);
    await verifyOtherSpellings(context);
    await verifyOneAgent(context);
    await verifyReceived(
      context,
      requests.map(({ request }) => request),
    );
    await verifyForgedHeaders(context);
  },
};

const places = {
  requirements: ['R-5-16'],
  isReadOnly: true,
} as const;

/** Source 5.2 names one place of the key, and does not say that there is no other. */
export const otherPlacesOfTheKey: Check = {
  ...places,
  id: 'auth/other-places',
  title: 'Whether a parameter, another header or a cookie takes the key, too',
  profile: 'full',
  run: async ({ client, observe, target }) => {
    for (const { what, credential, extra } of otherPlaces(target.stores.main.key)) {
      const { request } = listRequest();
      const path = extra?.query === undefined ? request.path : `${request.path}?${extra.query}`;
      const { status } = await client.send({ ...request, path, headers: { ...extra?.headers }, credential });
      observe('R-5-16', `${what} is ${status < 300 ? 'accepted' : `rejected (${status})`}`);
    }
  },
};

/** Our decision 0028: the key is accepted in one place alone. */
export const otherPlacesReference: Check = {
  ...places,
  id: 'auth/reference',
  title: 'The key in a parameter, another header or a cookie is 401',
  profile: 'reference',
  run: async (context) => {
    const request = { ...listRequest(), requirement: 'R-5-16' as const };
    for (const place of otherPlaces(context.target.stores.main.key))
      await verifyUnauthorized(context, request, place);
  },
};

const runs = 12;

/** A changed key is 401; a header of another form may be rejected as malformed. */
async function verifyEdit({ client, target }: CheckContext, edit: KeyEdit): Promise<readonly Finding[]> {
  const edited = editedHeader(target.stores.main.key, edit);
  if (edited === undefined) return [];
  const { what, value, shell } = edited;
  const credential = { type: 'header', value, shell } as const;
  const exchange = await client.send({ method: 'GET', path: '/api/agents', credential });
  // Servers, proxies and firewalls may each reject what is beyond ASCII in their own way.
  if (!/^[ -~]+$/.test(value) && exchange.status >= 300 && exchange.status < 500) return [];
  const isKey = /^Bearer \S+$/.test(value);
  const found = isKey
    ? verifyErrorResponse(exchange, 'R-5-06', 401)
    : verifyErrorResponse(exchange, 'R-5-15', 401, 400);
  return withReason(found, ` for ${what}`);
}

/** Source 5.2, 5.3 and 5.6: any key but the right one, in any header but the right one. */
export const generatedKeys: Check = {
  id: 'auth/generated-keys',
  title: 'A key that is changed anywhere, and a header with more than the scheme and the key, are 401',
  requirements: ['R-5-06', 'R-5-15'],
  profile: 'full',
  isReadOnly: true,
  run: (context) =>
    context.forAll({
      label: 'edits',
      arbitrary: anyKeyEdit,
      examples: plainKeyEdits,
      few: 11,
      runs,
      verify: (edit) => verifyEdit(context, edit),
    }),
};

const keyForm = /^svc_[A-Za-z0-9]{32}$/;

/** A request for each operation. Writes have no fields: 400 when the key is accepted, and nothing is created. */
function keyedRequests(context: CheckContext): readonly ApiRequest[] {
  const writes: readonly ApiRequest[] = [
    { method: 'POST', path: '/api/agents', json: {} },
    { method: 'POST', path: '/api/agents/chat/stream', json: {} },
  ];
  const reads: readonly ApiRequest[] = [
    { method: 'GET', path: '/api/agents' },
    widgetRequest(context).request,
  ];
  return context.target.readOnly ? reads : [...reads, ...writes];
}

/** The keys have the stated form. */
function verifyForm(context: CheckContext): void {
  for (const [name, store] of Object.entries(context.target.stores)) {
    if (store === undefined || keyForm.test(store.key)) continue;
    const actual = `the key of the ${name} store has ${store.key.length} characters, or other ones`;
    context.report({ requirement: 'R-5-03', expected: 'key-form', actual });
  }
}

/** The clause that a rejected key violates; 403 for a create may be the agent limit. */
function clauseOfRejection(request: ApiRequest, { status }: Exchange): RequirementId | undefined {
  if (status === 401) return 'R-5-02';
  const isCreate = request.method === 'POST' && request.path === '/api/agents';
  return status === 403 && !isCreate ? 'R-5-09' : undefined;
}

/** Source 5.2, 5.3 and 5.9. */
export const keyIsAccepted: Check = {
  id: 'auth/key-is-accepted',
  title: 'The key has the stated form, and every operation accepts it as a bearer token',
  requirements: ['R-5-02', 'R-5-03', 'R-5-09'],
  profile: 'full',
  costFor: ({ readOnly }) =>
    readOnly ? { requests: 2, messages: 0, agents: 0 } : { requests: 4, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async (context) => {
    verifyForm(context);
    for (const request of keyedRequests(context)) {
      const exchange = await context.client.send(request);
      const requirement = clauseOfRejection(request, exchange);
      if (requirement === undefined) continue;
      const expected = ['key-accepted', request.method, request.path.split('?')[0] ?? ''] as const;
      context.report(unexpected(requirement, expected, exchange));
    }
  },
};
