import { unexpected } from '../../model/verify-error.ts';
import type { CheckContext } from '../../check.ts';
import { isJson, isObject, type ApiRequest, type Credential, type Exchange } from '../../exchange.ts';
import { chatRequest, createRequest, listRequest, widgetRequest } from './need-a-key.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers that a proxy, a gateway or a browser sets. From a client they prove nothing. */
interface ForgedHeaders {
  readonly what: string;
  readonly headers: Headers;
}

const addressHeaders = [
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-originating-ip',
  'x-remote-ip',
  'x-remote-addr',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
];

/** The headers by which proxies name the address of a client. */
export function addressed(address: string): Headers {
  const each = Object.fromEntries(addressHeaders.map((name) => [name, address]));
  return { ...each, forwarded: `for=${address};proto=https`, 'x-forwarded-proto': 'https' };
}

function all(names: readonly string[], value: string): Headers {
  return Object.fromEntries(names.map((name) => [name, value]));
}

const unknownKey = `svc_${'5wW4'.repeat(8)}`;

const fromThisMachine: ForgedHeaders = {
  what: 'the loopback address in the headers of a proxy',
  headers: { ...addressed('127.0.0.1'), via: '1.1 localhost', 'user-agent': 'kube-probe/1.30' },
};

const users = [
  'x-forwarded-user',
  'x-forwarded-email',
  'x-remote-user',
  'remote-user',
  'x-authenticated-user',
  'x-auth-request-user',
  'x-auth-request-email',
  'x-webauth-user',
  'x-consumer-username',
];
const numbers = ['x-user-id', 'x-tenant-id', 'x-store-id', 'x-account-id', 'x-consumer-id'];

const throughGateway: ForgedHeaders = {
  what: 'a private address and the headers of a gateway that knows the caller',
  headers: {
    ...addressed('10.0.0.7'),
    'x-real-ip': '192.168.1.7',
    ...all(users, 'admin'),
    ...all(numbers, '1'),
    ...all(['x-ssl-client-verify', 'x-client-verify'], 'SUCCESS'),
    ...all(['x-internal', 'x-internal-request', 'x-authenticated', 'x-debug'], 'true'),
    'user-agent': 'ELB-HealthChecker/2.0',
  },
};

/** A page of the service's own origin, with cookies and a key that were never given. */
function ownPage(baseUrl: string): ForgedHeaders {
  return {
    what: "the Origin, the Referer and the cookies of the service's own page",
    headers: {
      origin: baseUrl,
      referer: `${baseUrl}/`,
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'upgrade-insecure-requests': '1',
      cookie: `session=1; logged_in=true; api_key=${unknownKey}`,
      'x-api-key': unknownKey,
      'x-forwarded-for': '::1',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0',
    },
  };
}

/** Firewalls reject some of these by a page of their own, so that creates, whose errors include 403, do without them. */
const rewritten: ForgedHeaders = {
  what: 'another host, path and method in the headers of a gateway',
  headers: {
    // A path that serves nothing, also where a server follows these headers.
    ...all(['x-original-url', 'x-rewrite-url', 'x-original-uri', 'x-forwarded-uri'], '/embed/nothing.js'),
    ...all(['x-http-method-override', 'x-http-method', 'x-method-override'], 'GET'),
    'access-control-request-method': 'GET',
    'user-agent': 'curl/8.9.1',
  },
};

/** For the list alone, as frameworks reject an unknown host with 400. */
const localHost: ForgedHeaders = {
  ...rewritten,
  headers: { ...rewritten.headers, ...all(['x-forwarded-host', 'x-forwarded-server'], 'localhost') },
};

const none: Credential = { type: 'none' };
const unknown: Credential = {
  type: 'header',
  value: `Bearer ${unknownKey}`,
  shell: `Bearer ${unknownKey}`,
};

/** A message that continues a conversation of the run, if there is one: its id is no key. */
async function followUp(context: CheckContext): Promise<ApiRequest> {
  const { request } = await chatRequest(context);
  const agent = isObject(request.json) ? request.json['agent_id'] : undefined;
  const known = context.model.made().conversations.find(({ agentId }) => agentId === agent);
  return known === undefined
    ? request
    : { ...request, json: { ...(request.json as object), conversation_id: known.id } };
}

/** Whether a response is of an operation, and not a page of another path, which headers may ask for. */
function isOfApi(exchange: Exchange): boolean {
  return isJson(exchange) || /^text\/event-stream/i.test(exchange.headers['content-type'] ?? '');
}

/** Each set of headers over the operations; the own page is left out where browsers may have a credential of their own. */
async function forgedRequests(
  context: CheckContext,
): Promise<readonly (readonly [ApiRequest, ForgedHeaders, Credential])[]> {
  const list = listRequest().request;
  const widget = widgetRequest(context).request;
  const create = createRequest().request;
  const message = await followUp(context);
  const page = ownPage(context.target.baseUrl);
  return [
    [list, fromThisMachine, none],
    [list, throughGateway, unknown],
    [list, page, unknown],
    [list, localHost, none],
    [widget, throughGateway, none],
    [create, throughGateway, none],
    [create, page, none],
    [message, fromThisMachine, none],
    [message, throughGateway, unknown],
    [message, rewritten, none],
  ];
}

/**
 * Verifies that no header replaces the key. Only a success is reported: a server may reject such headers in a way of
 * its own.
 */
export async function verifyForgedHeaders(context: CheckContext): Promise<void> {
  for (const [request, { what, headers }, credential] of context.some(await forgedRequests(context), 9)) {
    const exchange = await context.client.send({ ...request, headers, credential });
    if (exchange.status >= 300 || !isOfApi(exchange)) continue;
    const isKeyless = credential.type === 'none';
    const who = isKeyless ? 'without a key' : 'with an unknown key';
    const path = request.path.split('?')[0] ?? '';
    const expected = ['forged-header-opens-nothing', request.method, path, who, what] as const;
    const requirement = isKeyless ? 'R-5-01' : 'R-5-06';
    context.report(unexpected(requirement, expected, exchange));
  }
}
