import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
const valid = { name: 'Shop guide', type: 'customer_support', config };

async function post(body: string | Uint8Array | object, headers: Record<string, string> = {}) {
  const response = await server.api('/api/agents', {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return [response.status, await response.json()];
}

function refusal(error: string, status = 400): unknown[] {
  return [status, { error, status }];
}

const withConfig = (change: object) => ({ ...valid, config: { ...config, ...change } });

describe('a body that breaks one rule is 400 and names the field and the rule', () => {
  it.each<[string, object]>([
    ['name is required', { type: 'a', config }],
    ['config is required', { name: 'a', type: 'a' }],
    [
      'config.model_id is required',
      { ...valid, config: { model_provider: 'provider_one', system_prompt: 'a' } },
    ],
    ['name must be a string', { ...valid, name: 1 }],
    ['name must be a string', { ...valid, name: null }],
    ['name must not be empty', { ...valid, name: '' }],
    ['name must not have more than 200 characters', { ...valid, name: 'a'.repeat(201) }],
    ['config must be an object', { ...valid, config: [] }],
    [
      'config.model_provider must be one of: provider_one, provider_two, provider_three',
      withConfig({ model_provider: 'x' }),
    ],
    ['config.temperature must be <= 1', withConfig({ temperature: 1.0000000000000002 })],
    ['config.temperature must be >= 0', withConfig({ temperature: -Number.MIN_VALUE })],
    ['config.temperature must be a number', withConfig({ temperature: '0.5' })],
    ['config.temperature must be a number', withConfig({ temperature: true })],
    ['config.max_tokens must be an integer', withConfig({ max_tokens: 1.5 })],
    ['config.max_tokens must be >= 1', withConfig({ max_tokens: 0 })],
    ['config.max_tokens must be <= 9007199254740991', withConfig({ max_tokens: 2 ** 53 })],
    ['config.mcp_capabilities must be an array', withConfig({ mcp_capabilities: {} })],
    [
      'config.mcp_capabilities[2].type is required',
      withConfig({
        mcp_capabilities: [{ type: 'a', enabled: true }, { type: 'b', enabled: true }, { enabled: true }],
      }),
    ],
    [
      'config.mcp_capabilities[0].enabled must be a boolean',
      withConfig({ mcp_capabilities: [{ type: 'a', enabled: 'yes' }] }),
    ],
    ['unknown field status', { ...valid, status: 'active' }],
    ['unknown field id', { ...valid, id: 'agt_mine' }],
    ['unknown field config.temprature', withConfig({ temprature: 0.5 })],
    [
      'unknown field config.mcp_capabilities[0].a/b',
      withConfig({ mcp_capabilities: [{ type: 'a', enabled: true, 'a/b': 1 }] }),
    ],
    ['unknown field ""', { ...valid, '': 1 }],
    ['unknown field config.""', withConfig({ '': 1 })],
    ['unknown field constructor', { ...valid, constructor: 1 }],
    [`unknown field ${'x'.repeat(64)}...`, { ...valid, ['x'.repeat(1000)]: 1 }],
  ])('R-7-06 %s', async (error, body) => {
    expect(await post(body)).toEqual(refusal(error));
  });

  it.each([
    ['message is required', { agent_id: 'agt_1' }],
    ['agent_id is required', { message: 'Hello' }],
    ['stream must be a boolean', { agent_id: 'agt_1', message: 'Hello', stream: 'no' }],
    ['unknown field temperature', { agent_id: 'agt_1', message: 'Hello', temperature: 1 }],
  ])('R-7-01 chat: %s', async (error, body) => {
    const response = await server.api('/api/agents/chat/stream', { body });
    expect([response.status, await response.json()]).toEqual(refusal(error));
  });

  it('R-7-16 a key __proto__ is an unknown field like any other, at every depth', async () => {
    const text = JSON.stringify(valid);
    expect(await post(text.replace('{', '{"__proto__":{"name":"x"},'))).toEqual(
      refusal('unknown field __proto__'),
    );
    expect(await post(text.replace('"config":{', '"config":{"__proto__":{"temperature":1},'))).toEqual(
      refusal('unknown field config.__proto__'),
    );
  });
});

describe('a body that is no JSON object is 400 and says why', () => {
  const nested = (depth: number) => `${'[['.repeat(depth / 2)}${']]'.repeat(depth / 2)}`;
  it.each<[string, string, string | Uint8Array]>([
    ['nothing', 'the body is empty: send a JSON object', ''],
    ['half of it', 'the body is not valid JSON', '{"name":'],
    ['single quotes', 'the body is not valid JSON', "{'name': 1}"],
    ['a comma too many', 'the body is not valid JSON', '{"name": 1,}'],
    ['NaN', 'the body is not valid JSON', '{"name": NaN}'],
    ['a raw control character', 'the body is not valid JSON', '{"name": "a\u0001"}'],
    ['a byte order mark', 'the body is not valid JSON', '\ufeff{}'],
    ['two values', 'the body is not valid JSON', '{} {}'],
    ['an array', 'the body must be a JSON object', '[]'],
    ['a text', 'the body must be a JSON object', '"name"'],
    ['null', 'the body must be a JSON object', 'null'],
    ['bytes that are not UTF-8', 'the body is not valid UTF-8', Buffer.from('{"name":"\xff"}', 'latin1')],
    ['an overlong encoding', 'the body is not valid UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', 'the body is not valid UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['NUL', 'name must not contain the character NUL', '{"name":"a\\u0000"}'],
    ['NUL deep down', 'a[1].b must not contain the character NUL', '{"a":[0,{"b":"\\u0000"}]}'],
    ['half a surrogate pair', 'name has half of a surrogate pair', '{"name":"\\ud83d"}'],
    ['the other half', 'name has half of a surrogate pair', '{"name":"\\ude00 a"}'],
    ['one key twice', 'name is there twice', '{"name":"a","type":"b","name":"a"}'],
    ['one key twice, once escaped', 'config.name is there twice', '{"config":{"name":1,"n\\u0061me":2}}'],
    ['nesting of 34', 'the body is nested deeper than 32 levels', nested(34)],
    ['nesting beyond the stack', 'the body is nested deeper than 32 levels', nested(100_000)],
  ])('R-7-16 %s', async (_name, error, body) => {
    expect(await post(body)).toEqual(refusal(error));
  });

  it('R-7-16 what only looks like one of these is taken', async () => {
    const name = '\\" \\\\ {"name":[[ \ud83d\ude00 , : ]} \\u0041';
    const text = JSON.stringify({ ...valid, name, description: '\\ud83d' });
    expect(await post(text)).toEqual([201, expect.objectContaining({ name, description: '\\ud83d' })]);
    expect(await post(text.replace('"description"', ' "d\\u0065scription" '))).toMatchObject([201, {}]);
  });
});

describe('how a body is sent', () => {
  it.each([
    ['text/plain', 'Content-Type must be application/json'],
    ['application/json5', 'Content-Type must be application/json'],
    ['application/x-www-form-urlencoded', 'Content-Type must be application/json'],
    ['application/json; charset=utf-16', 'the charset must be UTF-8'],
    ['application/json; charset=latin1', 'the charset must be UTF-8'],
  ])('R-7-14 is 415 as %s', async (type, error) => {
    expect(await post(valid, { 'content-type': type })).toEqual(refusal(error, 415));
  });

  it('R-7-14 is 415 without Content-Type, and with Content-Encoding', async () => {
    const response = await server.api('/api/agents', { body: JSON.stringify(valid) });
    expect(response.status).toBe(415);
    expect(await post(valid, { 'content-encoding': 'gzip' })).toEqual(
      refusal('Content-Encoding is not accepted', 415),
    );
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"; a=b',
  ])('R-7-14 is taken as %s', async (type) => {
    expect(await post(valid, { 'content-type': type })).toMatchObject([201, {}]);
  });

  it('R-7-14 R-8-08 is 413 beyond 262144 bytes, announced or in chunks, and judged at exactly that', async () => {
    const sized = (size: number) => {
      const text = JSON.stringify(valid);
      return text + ' '.repeat(size - text.length);
    };
    const tooLarge = refusal('the body must be at most 256 kB (262144 bytes)', 413);
    expect(await post(sized(262_144))).toMatchObject([201, {}]);
    expect(await post(sized(262_145))).toEqual(tooLarge);
    expect(await post(sized(262_145), { 'transfer-encoding': 'chunked' })).toEqual(tooLarge);
    expect(await post(sized(3_000_000), { 'transfer-encoding': 'chunked' })).toEqual(tooLarge);
  });
});

it('R-7-16 R-7-13 no bytes make it fail, and its answers repeat nothing of them', async () => {
  const secret = 'correct horse battery staple';
  const bodies = fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: 'binary' }),
    fc.json().map((text) => text.slice(0, -1)),
    fc.jsonValue().map((value) => JSON.stringify({ ...valid, name: { [secret]: value, secret } })),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const [status, answer] = await post(body);
      expect(status).toBe(400);
      expect(answer).toEqual({ error: expect.any(String), status: 400 });
      expect(JSON.stringify(answer)).not.toContain(secret);
    }),
    { numRuns: 200 },
  );
});
