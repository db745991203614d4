import { decodeBody } from '../../client/read-body.ts';
import { type Finding, atOnce, type Check, type CheckContext } from '../../check.ts';
import { showValue, describeResponse } from '../../client/describe-exchange.ts';
import { headersOf } from '../../client/client.ts';
import { bodyOf, isObject, type ApiRequest, type Exchange } from '../../exchange.ts';
import { unexpected, withReason } from '../../model/verify-error.ts';
import { asksToWait } from '../../client/rate-limit-queue.ts';
import { chatPath } from '../chat-stream/send-message.ts';
import { verifyListed } from '../../model/verify-list.ts';
import { untestedIfFull } from '../fixtures.ts';
import { agentsOf } from '../../model/listed-agents.ts';
import { readFields, readSettings, widgetPath } from '../../model/verify-widget.ts';
import { verifyAccepted } from '../agents/create.ts';

/**
 * Verifies that the bytes of a response are in the encoding that its content-encoding names, by sending its request
 * once more: an exchange has its body as it is where the name is wrong. Sends nothing without content-encoding.
 * Source 1: what a client cannot decode is no JSON to it.
 */
export async function verifyEncodedBytes(
  { client, target }: CheckContext,
  exchange: Exchange,
): Promise<readonly Finding[]> {
  const { request, url, headers } = exchange;
  const { 'content-encoding': named = '' } = headers;
  if (!/^(?:gzip|deflate|br)$/.test(named)) return [];
  const { 'content-length': _length, ...sent } = headersOf(request, target);
  const body = bodyOf(request);
  const response = await client.fetch(url, {
    method: request.method,
    headers: sent,
    ...(typeof body === 'string' && { body }),
  });
  const encoding = response.headers.get('content-encoding') ?? '';
  const bytes = await response.bytes();
  // The second response may be another one, such as a 429.
  if (encoding !== named || decodeBody(bytes, encoding) !== bytes) return [];
  const actual = `status ${response.status}, ${showValue(new TextDecoder().decode(bytes))}`;
  return [{ requirement: 'R-1-07', expected: ['encoding-as-named', encoding], actual, exchange }];
}

/** A valid request as some HTTP client sends it. */
interface Variant {
  readonly what: string;
  readonly change: Partial<ApiRequest>;
}

const encoded = 'Accept-Encoding';
const list: ApiRequest = { method: 'GET', path: '/api/agents' };
export const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const shopCookies = '_ga=GA1.2.3; theme=100%; cart="a b"; consent=%7B%22a%22:1%7D';
const browserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** The headers of some device of a visitor, beside the key. */
interface Device {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Browsers and clients of other languages; what they accept is any media type, and encodings that the suite decodes. */
export const deviceHeaders: readonly Device[] = [
  {
    what: 'a script in German, behind the proxy of a company',
    headers: {
      'accept-language': 'de',
      'accept-encoding': 'gzip',
      'cache-control': 'no-cache',
      'user-agent': 'python-requests/2.32.3',
      via: '1.1 proxy.example.com (squid/6.9)',
      'x-forwarded-for': '10.1.2.3',
      forwarded: 'for=10.1.2.3',
    },
  },
  {
    what: 'a browser in French',
    headers: {
      accept: browserAccept,
      'user-agent': browserAgent,
      'accept-language': 'fr-CA,fr;q=0.9',
      'accept-encoding': 'gzip, deflate, br',
      dnt: '1',
      'sec-gpc': '1',
      'sec-fetch-mode': 'cors',
      referer: 'https://shop.example/',
    },
  },
  {
    what: 'a phone in Japanese',
    headers: {
      'accept-language': 'ja',
      'accept-encoding': 'br',
      'save-data': 'on',
      ect: '2g',
      downlink: '0.3',
      'sec-ch-ua': '"Chromium";v="128", "Not;A=Brand";v="24"',
      'sec-ch-ua-mobile': '?1',
      'sec-ch-ua-platform': '"Android"',
      'time-zone': 'Asia/Tokyo',
      'x-timezone': 'Asia/Tokyo',
    },
  },
];

/** The Authorization header with its name in another letter case. */
function keyAs(header: string): Partial<ApiRequest> {
  return { credential: { type: 'store', store: 'main', header } };
}

function reads(): readonly Variant[] {
  const headers = (what: string, sent: Readonly<Record<string, string>>): Variant => ({
    what,
    change: { headers: sent },
  });
  // First what shows several things at once.
  return [
    headers(encoded, { 'accept-encoding': 'gzip, deflate, br' }),
    noAccept,
    ...deviceHeaders.map(({ what, headers: sent }) => headers(`the headers of ${what}`, sent)),
    // As the fetch of Node.
    headers('Accept: application/json and any language', {
      accept: 'application/json',
      'accept-language': '*',
      'user-agent': 'node',
      'sec-fetch-mode': 'cors',
      'accept-encoding': 'br, gzip, deflate',
    }),
    headers('the Accept of axios', { accept: 'application/json, text/plain, */*' }),
    headers('the user agent of curl', { 'user-agent': 'curl/8.9.1' }),
    headers('Accept-Encoding: identity', { 'accept-encoding': 'identity' }),
    headers('a Content-Type, as wrappers of fetch set one', { 'content-type': 'application/json' }),
    headers('the cookies of a shop', { cookie: shopCookies }),
    headers('another version in its cache', {
      'if-none-match': '"of another version"',
      'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT',
    }),
    { what: 'a header named Authorization', change: keyAs('Authorization') },
    { what: 'a header named AUTHORIZATION', change: keyAs('AUTHORIZATION') },
    { what: 'Connection: close', change: { connection: 'closed', headers: { connection: 'close' } } },
  ];
}

/** As programs in Go send it. */
const noAccept: Variant = { what: 'no Accept', change: { headers: { accept: '' } } };

/** Bodies as clients send them: media types with parameters, and chunks that end within a character. */
const writes: readonly Variant[] = [
  noAccept,
  { what: 'charset=utf-8', change: { headers: { 'content-type': 'application/json; charset=utf-8' } } },
  {
    what: 'charset=UTF-8 without a space',
    change: { headers: { 'content-type': 'application/json;charset=UTF-8' } },
  },
  { what: 'the media type in another case', change: { headers: { 'content-type': 'Application/JSON' } } },
  { what: 'a header named Content-Type', change: { headers: { 'Content-Type': 'application/json' } } },
  { what: 'Transfer-Encoding: chunked', change: { chunkBytes: 4096 } },
  { what: 'chunks within characters', change: { chunkBytes: 3 } },
  {
    what: 'the Accept of axios, in Turkish',
    change: { headers: { accept: 'application/json, text/plain, */*', 'accept-language': 'tr-TR,tr;q=0.9' } },
  },
  { what: 'Accept-Encoding', change: { headers: { 'accept-encoding': 'gzip, deflate, br' } } },
  {
    what: 'the cookies of a shop, in any language',
    change: { headers: { cookie: shopCookies, 'accept-language': '*' } },
  },
  { what: 'Connection: close', change: { connection: 'closed', headers: { connection: 'close' } } },
  // As curl sends large bodies.
  { what: 'Expect: 100-continue', change: { headers: { expect: '100-continue' } } },
];

/** What a response is: for other media types a service may have another form of it, or none. */
const created: Variant = {
  what: 'Accept: application/json',
  change: { headers: { accept: 'application/json' } },
};
const streamed: Variant = {
  what: 'Accept: text/event-stream',
  change: { headers: { accept: 'text/event-stream' } },
};

/** A body with its own media type, so that a variant can replace its header in any letter case. */
function withBody(request: ApiRequest, json: unknown, { headers, ...rest }: Partial<ApiRequest>): ApiRequest {
  const isTyped = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'content-type');
  const type = isTyped ? {} : { 'content-type': 'application/json' };
  // Pretty-printed, as clients also do.
  return { ...request, ...rest, body: JSON.stringify(json, null, 2), headers: { ...type, ...headers } };
}

const fewCreates = 1;
const fewMessages = 3;

type RequestOf = (change: Variant['change'], index: number) => ApiRequest;

/** Sends a request as each client does, all at once; yields in the order of the variants. */
function sendVariants({ client }: CheckContext, variants: readonly Variant[], requestOf: RequestOf) {
  return atOnce(variants, async (variant, index) => ({
    ...variant,
    exchange: await client.send(requestOf(variant.change, index)),
  }));
}

async function verifyReads(context: CheckContext): Promise<void> {
  const plain = await context.client.send(list);
  if (plain.status !== 200) return;
  const known = agentsOf(plain).length;
  // Not at once: lists are long.
  for (const { what, change } of context.some(reads(), 11)) {
    const exchange = await context.client.send({ ...list, ...change });
    const { length } = agentsOf(exchange);
    if (exchange.status === 200 && length >= known) {
      if (what === encoded) context.report(await verifyEncodedBytes(context, exchange));
      // Frameworks format dates and numbers by the language of a request.
      context.report(withReason(verifyListed(agentsOf(plain), exchange), ` with ${what}`));
      continue;
    }
    const actual =
      exchange.status === 200 && isObject(exchange.json) ? `${length} agents` : describeResponse(exchange);
    const requirement = exchange.status === 401 ? 'R-5-02' : exchange.status === 200 ? 'R-1-07' : 'R-4.2-06';
    context.report({ requirement, expected: ['whole-list-with-headers', what], actual }, exchange);
  }
}

/** Which pages may use the API is open, but none is an error of the server. */
async function verifyFromPage({ client, report }: CheckContext): Promise<void> {
  const exchange = await client.send({ ...list, headers: { origin: 'https://shop.example' } });
  if (exchange.status < 500 || asksToWait(exchange)) return;
  report(unexpected('R-4.2-06', 'list-from-page', exchange));
}

/** The configuration of the widget is the same, too. */
async function verifyWidgetReads(context: CheckContext): Promise<void> {
  const { chatbotId } = context.target.stores.main;
  if (chatbotId === undefined) return;
  const path = `${widgetPath}?chatbot_id=${encodeURIComponent(chatbotId)}`;
  const plain = await context.client.send({ method: 'GET', path });
  if (plain.status !== 200) return;
  const variants = context.some(reads(), 5);
  const sent = sendVariants(context, variants, (change) => ({ method: 'GET', path, ...change }));
  for await (const { what, change, exchange } of sent) {
    // The texts may be in the language of the visitor.
    const isTranslated = change.headers?.['accept-language'] !== undefined;
    const fieldsOf = ({ json }: Exchange): string =>
      JSON.stringify(isTranslated ? readSettings(json) : readFields(json));
    if (exchange.status === 200 && fieldsOf(exchange) === fieldsOf(plain)) {
      if (what === encoded) context.report(await verifyEncodedBytes(context, exchange));
      continue;
    }
    const requirement = exchange.status === 401 ? 'R-5-02' : 'R-4.4-04';
    context.report(unexpected(requirement, ['widget-with-headers', what], exchange));
  }
}

async function verifyCreates(context: CheckContext): Promise<void> {
  const accepted = await context.fixtures.acceptedCreate();
  const name = `Größe 👟 ${context.seed.toString(36)}`;
  const sent = sendVariants(context, context.some([...writes, created], fewCreates), (change, index) =>
    withBody({ method: 'POST', path: '/api/agents' }, { ...accepted, name: `${name} ${index}` }, change),
  );
  for await (const { what, change, exchange } of sent) {
    const requirement = change.headers?.['content-type'] === undefined ? 'R-4.3-10' : 'R-4.3-05';
    const found = verifyAccepted(untestedIfFull(exchange), requirement, 'a valid create');
    context.report(withReason(found, ` with ${what}`));
  }
}

async function verifyMessages(context: CheckContext): Promise<void> {
  const agent_id = await context.fixtures.agentId();
  const json = { agent_id, message: 'Größe 42, passt das? 👟' };
  const variants = context.some([...writes, streamed, created].toReversed(), fewMessages);
  const sent = sendVariants(context, variants, (change) =>
    withBody({ method: 'POST', path: chatPath }, json, change),
  );
  for await (const { what, change, exchange } of sent) {
    // The stream may not be acceptable, but nothing else takes its place.
    if (change === created.change && exchange.status === 406) continue;
    if (exchange.status === 200) continue;
    context.report(unexpected('R-4.1-16', ['stream-with-headers', what], exchange));
  }
}

/** Source 4: requests as browsers, curl and the clients of languages send them. */
export const readsOfRealClients: Check = {
  id: 'http/reads',
  title: 'The list and the widget are the same, whatever headers a client sends beside the key',
  requirements: ['R-4.2-06', 'R-4.2-07', 'R-4.4-04', 'R-5-02', 'R-1-07'],
  profile: 'full',
  isReadOnly: true,
  run: async (context) => {
    await verifyReads(context);
    await verifyFromPage(context);
    await verifyWidgetReads(context);
  },
};

export const writesOfRealClients: Check = {
  id: 'http/writes',
  title: 'Creates and messages succeed chunked, with a charset, and with the headers of other clients',
  requirements: [
    ...(['R-4.3-05', 'R-4.3-10', 'R-2.1-04', 'R-4.1-16', 'R-1-02', 'R-4.1-07', 'R-6-09', 'R-6-10'] as const),
  ],
  profile: 'full',
  run: async (context) => {
    await verifyMessages(context);
    await verifyCreates(context);
  },
};
