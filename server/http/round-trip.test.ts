import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listOptionalFields,
  readApiDocument,
  valueAt,
  type ApiDocument,
  type OptionalField,
} from '../testing/optional-fields.ts';
import { allEvents } from '../testing/read-events.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const document = readApiDocument();
const chatPath = '/api/agents/chat/stream';

let server: TestServer;
/** Values that must name something that exists. */
let known: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  server = await startTestServer();
  const body = { agent_id: server.shop.agentId, message: 'Hello' };
  const end = (await allEvents(await server.api(chatPath, { body }))).at(-1);
  known = { ...body, conversation_id: end?.type === 'end' ? end.conversation_id : '' };
});
afterAll(() => server.close());

/** Sends a body and returns each place in which a client finds the fields that it sent. */
type Send = (
  url: string,
  body: unknown,
) => Promise<{ readonly status: number; readonly views: readonly unknown[] }>;

const send: Send = async (url, body) => {
  const response = await server.api(url, { body: body as object });
  const { status } = response;
  if (status >= 400) return { status, views: [await response.json()] };
  // A stream returns fields in its last event; that it is one shows `stream`.
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const returned = stream ? (await allEvents(response)).at(-1) : await response.json();
  if (url === chatPath) return { status, views: [{ ...(returned as object), stream }] };
  return { status, views: [returned, await findInList(returned as { readonly id: string })] };
};

async function findInList({ id }: { readonly id: string }): Promise<unknown> {
  const response = await server.api('/api/agents');
  const { agents } = (await response.json()) as { readonly agents: readonly { readonly id: string }[] };
  return agents.find((agent) => agent.id === id);
}

/** One line for each optional field that a service rejects or does not return. */
async function findLostFields(api: ApiDocument, sender: Send): Promise<string[]> {
  const problems: string[] = [];
  for (const field of listOptionalFields(api, known)) problems.push(...(await problemsOf(field, sender)));
  return problems;
}

async function problemsOf(
  { operationId, url, path, value, body }: OptionalField,
  sender: Send,
): Promise<string[]> {
  const { status, views } = await sender(url, body);
  const name = `${operationId} ${path.join('.')}`;
  if (status >= 400) return [`${name} is rejected with ${status}`];
  const lost = views.some((view) => !isDeepStrictEqual(valueAt(view, path), value));
  return lost ? [`${name} is not returned`] : [];
}

/** The document with an optional `locale` in the requests, and in the config that they have. */
function withLocale(): ApiDocument {
  const { schemas } = document.components;
  const names = ['AgentCreate', 'AgentConfig', 'ChatRequest', 'McpCapability'];
  const changed = names.map((name) => {
    const properties = { ...schemas[name]?.properties, locale: { type: 'string' } };
    return [name, { ...schemas[name], properties }] as const;
  });
  return { ...document, components: { schemas: { ...schemas, ...Object.fromEntries(changed) } } };
}

/** A service that accepts `locale` anywhere and drops it. */
const sendWithoutLocale: Send = (url, body) =>
  send(
    url,
    JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'locale' ? undefined : value))),
  );

describe('every optional field of every request', () => {
  it('is found in the document, nested ones too', () => {
    const names = listOptionalFields(document, known).map(({ path }) => path.join('.'));
    expect(names).toEqual(
      expect.arrayContaining([
        'description',
        'config.temperature',
        'config.mcp_capabilities',
        'conversation_id',
        'stream',
      ]),
    );
  });

  it('comes back in the response, and from the list', async () => {
    expect(await findLostFields(document, send)).toEqual([]);
  });

  it('is reported where the service accepts a new one and drops it', async () => {
    expect((await findLostFields(withLocale(), sendWithoutLocale)).toSorted()).toEqual([
      'createAgent config.locale is not returned',
      'createAgent config.mcp_capabilities.0.locale is not returned',
      'createAgent locale is not returned',
      'streamAgentChat locale is not returned',
    ]);
  });

  it('is reported where the service rejects a new one', async () => {
    expect(await findLostFields(withLocale(), send)).toContain('createAgent locale is rejected with 400');
  });
});
