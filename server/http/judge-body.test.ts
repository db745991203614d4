import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = {
  name: 'Shop guide',
  type: 'customer_support',
  config: {
    model_provider: 'provider_one',
    model_id: 'shopping-1',
    system_prompt: 'Help.',
    temperature: 0.5,
    max_tokens: 1000,
    mcp_capabilities: [{ type: 'catalog', enabled: true }],
  },
};
const chat = { agent_id: 'agt_none', message: 'Hello', conversation_id: 'cnv_none', stream: false };

/** Every field of an object, and of those within it, as the steps that lead to it. */
function fieldsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [
    [name],
    ...fieldsOf(child).map((rest) => [name, ...rest]),
  ]);
}

type Change = { readonly path: readonly string[]; readonly value: unknown };

function changed(value: unknown, { path: [name = '', ...rest], value: last }: Change): unknown {
  const copy: Record<string, unknown> = Array.isArray(value)
    ? Object.assign([], value)
    : { ...Object(value) };
  copy[name] = rest.length === 0 ? last : changed(copy[name], { path: rest, value: last });
  return copy;
}

/** Not the empty name: express-openapi-validator does not say where it is. */
const names = ['a/b', '0', 'ü', 'constructor', 'x'.repeat(100)];

/** Bodies that break some rules of a schema, or none: fields left out, of another type, too large, or nobody's. */
function almost(body: object): fc.Arbitrary<unknown> {
  const values = fc.oneof(
    fc.constantFrom(undefined, null, '', 0, -1, 1.5, 2 ** 53, 'x'.repeat(201), true, [], {}, [{}], [null]),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const known = fc.constantFrom(...fieldsOf(body));
  const unknown = fc
    .tuple(known, fc.constantFrom(...names))
    .map(([path, name]) => [...path.slice(0, -1), name]);
  const change = fc.record({ path: fc.oneof(known, unknown), value: values });
  return fc.array(change, { maxLength: 3 }).map((changes) => changes.reduce(changed, body));
}

async function answerTo(path: string, body: string): Promise<unknown[]> {
  const response = await server.api(path, { body, headers: { 'content-type': 'application/json' } });
  return [response.status, await response.json()];
}

describe('a small body is refused as a large one is, which only express-openapi-validator judges', () => {
  it.each<[string, object]>([
    ['/api/agents', create],
    ['/api/agents/chat/stream', chat],
  ])('R-7-06 R-7-01 %s', async (path, valid) => {
    const blanks = ' '.repeat(4_096);
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(almost(valid), async (value) => {
        const body = JSON.stringify(value);
        const [status, answer] = await answerTo(path, body);
        const [statusOfLarge, answerToLarge] = await answerTo(path, blanks + body);
        expect(status).toBe(statusOfLarge);
        if (status !== 400) return;
        refused += 1;
        expect(answer).toEqual(answerToLarge);
      }),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(50);
  });
});
