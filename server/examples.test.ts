import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateChatEvent } from '../generated/validators.js';
import { fillExample, readExamples, type Example, type ExampleRequest } from '../spec/read-examples.ts';
import { bearer, startTestServer, type TestServer } from './testing/start-test-server.ts';
import { openVisitor } from './testing/visitor-client.ts';

interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
/** Headers that were received, by the operation and status of the example. */
const receivedHeaders = new Map<string, Set<string>>();
afterAll(() => server.close());

const replayed = readExamples().filter((example) => example.not_replayed === undefined);

describe('the server returns the example response of the contract', () => {
  it.each(replayed.map((example) => [[...example.requirements, example.name].join(' '), example] as const))(
    '%s',
    async (_title, example) => {
      const filled = fillExample(example, await placeholders(example));
      for (const { times = 1, request } of filled.setup) {
        for (let count = 0; count < times; count += 1) expect((await send(request)).status).toBeLessThan(300);
      }
      const received = await send(filled.request);
      compare(filled, received);
      addHeaders(example, received);
    },
  );
});

const declared = readDeclaredHeaders();
const headersOfContract = new Set([...declared.values()].flat());
// On every response: the contract names it only where a client can use it.
headersOfContract.delete('cache-control');

describe('the headers that the contract declares for a response', () => {
  const statuses = [...new Set(replayed.map(placeOf))].filter((place) => declared.has(place));

  it.each(statuses)('%s are those that the server sends', (place) => {
    const known = (names: Iterable<string> = []): string[] =>
      [...names].filter((name) => headersOfContract.has(name)).toSorted();
    expect(known(receivedHeaders.get(place))).toEqual(known(declared.get(place)));
  });
});

function placeOf({ operation, status }: Example): string {
  return `${operation}.${status}`;
}

function addHeaders(example: Example, { headers }: ReceivedResponse): void {
  const names = receivedHeaders.get(placeOf(example)) ?? new Set();
  for (const name of Object.keys(headers)) names.add(name);
  receivedHeaders.set(placeOf(example), names);
}

interface DeclaredResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}
interface Contract {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { operationId?: string; responses?: Record<string, DeclaredResponse> }>>
    >
  >;
  readonly components: { readonly responses: Readonly<Record<string, DeclaredResponse>> };
}

/** The names of the headers, in lower case, by operation and status. */
function readDeclaredHeaders(): Map<string, string[]> {
  const file = new URL('../generated/openapi.json', import.meta.url);
  const { paths, components }: Contract = JSON.parse(readFileSync(file, 'utf8'));
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Map(
    operations.flatMap(({ operationId, responses = {} }) =>
      Object.entries(responses).map(([status, response]): [string, string[]] => {
        const { headers = {} } = components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;
        return [`${operationId}.${status}`, Object.keys(headers).map((name) => name.toLowerCase())];
      }),
    ),
  );
}

/** Values for the placeholders of an example: of a store with a limit. A limited key belongs to a new Free store. */
async function placeholders(example: Example): Promise<Record<string, string>> {
  const text = JSON.stringify(example);
  const { otherShop: shop, shop: otherShop } = server;
  return {
    api_key: shop.key,
    agent_id: shop.agentId,
    chatbot_id: shop.chatbotId,
    second_agent_id: otherShop.agentId,
    second_chatbot_id: otherShop.chatbotId,
    ...(text.includes('{{limited_api_key}}') && {
      limited_api_key: (await server.addStore({ plan: 'free' })).key,
    }),
    ...(text.includes('{{visitor_token}}') && { visitor_token: (await openVisitor(server)).token }),
    ...(text.includes('{{conversation_id}}') && { conversation_id: await startConversation() }),
  };
}

async function startConversation(): Promise<string> {
  const { agentId, key } = server.otherShop;
  const body = { agent_id: agentId, message: 'Hello', stream: false };
  const response = await server.fetch('/api/agents/chat/stream', { body, headers: bearer(key) });
  return ((await response.json()) as { conversation_id: string }).conversation_id;
}

/** Sends a request whose placeholders are filled. */
async function send(request: ExampleRequest): Promise<ReceivedResponse> {
  const headers = request.headers as Readonly<Record<string, string>>;
  const body = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  if (request.scheme === 'http') return sendPlain(request, headers, body);
  const init = { method: request.method, headers, ...(body !== undefined && { body }) };
  const response = await server.fetch(request.path, init);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}

function sendPlain(
  { method, path }: ExampleRequest,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(new URL(path, server.service.httpUrl), { method, headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ),
          text,
        }),
      );
    });
    outgoing.on('error', reject).end(body);
  });
}

/** Compares a response with the example's; where the example varies, only the type must be equal. */
function compare({ response, varies }: Example, received: ReceivedResponse): void {
  const content = response.events === undefined ? readBody(received) : { events: readEvents(received.text) };
  const headers = Object.fromEntries(
    Object.keys(response.headers).map((name) => [name, received.headers[name.toLowerCase()]]),
  );
  const actual = { status: received.status, headers, ...content };
  expect(blank(actual, varies)).toEqual(blank(response, varies));
}

/** The body, JSON or text; a 202, 204 or 304 has none. */
function readBody({ headers, text }: ReceivedResponse): { readonly body?: unknown; readonly text?: string } {
  if (text === '') return {};
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  return isJson ? { body: JSON.parse(text) as unknown } : { text };
}

/** The events of a stream in the framing of decision 0029; any other line fails. */
function readEvents(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line !== '' && !/^(:|id: )/.test(line));
  const events = lines.map((line): unknown =>
    JSON.parse(/^data: (?<json>.*)$/.exec(line)?.groups?.['json'] ?? ''),
  );
  for (const event of events) expect(validateChatEvent(event), JSON.stringify(event)).toBe(true);
  return events;
}

/** Replaces what varies by the name of its type, and varying events by their types in order. */
function blank(value: unknown, varies: readonly string[], pointer = ''): unknown {
  if (pointer === '/events' && varies.includes(pointer)) return blankEvents(value as TypedEvent[], varies);
  if (varies.includes(pointer)) return typeof value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => blank(item, varies, `${pointer}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, blank(item, varies, `${pointer}/${key}`)]),
  );
}

interface TypedEvent {
  readonly type: string;
}

/** The model decides on the number of chunks and tool calls; the terminal event is compared as a whole unless it varies. */
function blankEvents(events: readonly TypedEvent[], varies: readonly string[]): unknown[] {
  const order = [...new Set(events.map((event) => event.type))];
  return varies.includes('/events/terminal') ? order : [...order, events.at(-1)];
}
