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

/** Sends a body to createAgent; returns the status and the JSON of the response. */
async function post(body: string | Uint8Array | object, headers: Record<string, string> = {}) {
  const response = await server.api('/api/agents', {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return [response.status, await response.json()];
}

const codes = { 400: 'invalid_request', 413: 'payload_too_large', 415: 'unsupported_media_type' };

/** What `post` returns for an error response. */
function errorResponse(error: string, status: keyof typeof codes = 400): unknown[] {
  return [status, { error, status, code: codes[status] }];
}

const withConfig = (change: object) => ({ ...valid, config: { ...config, ...change } });

describe('a body that violates one rule of the contract', () => {
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
    // The validator does not report where an empty name is.
    ['unknown field ""', withConfig({ '': 1 })],
    ['unknown field constructor', { ...valid, constructor: 1 }],
    [`unknown field ${'x'.repeat(64)}...`, { ...valid, ['x'.repeat(1000)]: 1 }],
  ])('R-7-06 is rejected with 400: %s', async (error, body) => {
    expect(await post(body)).toEqual(errorResponse(error));
  });

  it.each([
    ['message is required', { agent_id: 'agt_1' }],
    ['agent_id is required', { message: 'Hello' }],
    ['stream must be a boolean', { agent_id: 'agt_1', message: 'Hello', stream: 'no' }],
    ['unknown field temperature', { agent_id: 'agt_1', message: 'Hello', temperature: 1 }],
  ])('R-7-01 of streamAgentChat is rejected with 400: %s', async (error, body) => {
    const response = await server.api('/api/agents/chat/stream', { body });
    expect([response.status, await response.json()]).toEqual(errorResponse(error));
  });

  it('R-7-16 is rejected as an unknown field when it has a key __proto__, at every depth', async () => {
    const text = JSON.stringify(valid);
    expect(await post(text.replace('{', '{"__proto__":{"name":"x"},'))).toEqual(
      errorResponse('unknown field __proto__'),
    );
    expect(await post(text.replace('"config":{', '"config":{"__proto__":{"temperature":1},'))).toEqual(
      errorResponse('unknown field config.__proto__'),
    );
  });
});

describe('a body that is not a strict JSON object', () => {
  const arraysNested = (depth: number) => `${'[['.repeat(depth / 2)}${']]'.repeat(depth / 2)}`;
  it.each<[string, string, string | Uint8Array]>([
    ['an empty body', 'the body is empty: send a JSON object', ''],
    ['an incomplete object', 'the body is not valid JSON', '{"name":'],
    ['single quotes', 'the body is not valid JSON', "{'name': 1}"],
    ['a trailing comma', 'the body is not valid JSON', '{"name": 1,}'],
    ['NaN', 'the body is not valid JSON', '{"name": NaN}'],
    ['a raw control character', 'the body is not valid JSON', '{"name": "a\u0001"}'],
    ['a byte order mark', 'the body is not valid JSON', '\ufeff{}'],
    ['two values', 'the body is not valid JSON', '{} {}'],
    ['an array', 'the body must be a JSON object', '[]'],
    ['a string', 'the body must be a JSON object', '"name"'],
    ['null', 'the body must be a JSON object', 'null'],
    ['bytes that are not UTF-8', 'the body is not valid UTF-8', Buffer.from('{"name":"\xff"}', 'latin1')],
    ['an overlong encoding', 'the body is not valid UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', 'the body is not valid UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['NUL', 'name must not contain the character NUL', '{"name":"a\\u0000"}'],
    ['NUL in a nested field', 'a[1].b must not contain the character NUL', '{"a":[0,{"b":"\\u0000"}]}'],
    ['an unpaired high surrogate', 'name contains an unpaired surrogate', '{"name":"\\ud83d"}'],
    ['an unpaired low surrogate', 'name contains an unpaired surrogate', '{"name":"\\ude00 a"}'],
    ['a duplicated key', 'name is duplicated', '{"name":"a","type":"b","name":"a"}'],
    ['a duplicated key, once escaped', 'config.name is duplicated', '{"config":{"name":1,"n\\u0061me":2}}'],
    ['34 levels', 'the body is nested deeper than 32 levels', arraysNested(34)],
    [
      '100,000 levels, more than the stack holds',
      'the body is nested deeper than 32 levels',
      arraysNested(100_000),
    ],
  ])('R-7-16 is rejected with 400 for %s', async (_name, error, body) => {
    expect(await post(body)).toEqual(errorResponse(error));
  });

  it('R-7-16 is distinguished from strings that contain escapes, quotes and brackets, which are accepted', async () => {
    const name = '\\" \\\\ {"name":[[ \ud83d\ude00 , : ]} \\u0041';
    const text = JSON.stringify({ ...valid, name, description: '\\ud83d' });
    expect(await post(text)).toEqual([201, expect.objectContaining({ name, description: '\\ud83d' })]);
    expect(await post(text.replace('"description"', ' "d\\u0065scription" '))).toMatchObject([201, {}]);
  });
});

describe('the headers of a body', () => {
  it.each([
    ['text/plain', 'Content-Type must be application/json'],
    ['application/json5', 'Content-Type must be application/json'],
    ['application/x-www-form-urlencoded', 'Content-Type must be application/json'],
    ['application/json; charset=utf-16', 'the charset must be UTF-8'],
    ['application/json; charset=latin1', 'the charset must be UTF-8'],
  ])('R-7-14 are rejected with 415 for Content-Type %s', async (type, error) => {
    expect(await post(valid, { 'content-type': type })).toEqual(errorResponse(error, 415));
  });

  it('R-7-14 are rejected with 415 without Content-Type, and with Content-Encoding', async () => {
    const response = await server.api('/api/agents', { body: JSON.stringify(valid) });
    expect(response.status).toBe(415);
    expect(await post(valid, { 'content-encoding': 'gzip' })).toEqual(
      errorResponse('Content-Encoding is not accepted', 415),
    );
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"; a=b',
  ])('R-7-14 are accepted with Content-Type %s', async (type) => {
    expect(await post(valid, { 'content-type': type })).toMatchObject([201, {}]);
  });

  it('R-7-14 R-8-08 a body of 262144 bytes is accepted, a larger one is 413, with Content-Length or chunked', async () => {
    const sized = (size: number) => {
      const text = JSON.stringify(valid);
      return text + ' '.repeat(size - text.length);
    };
    const tooLarge = errorResponse('the body must be at most 256 kB (262144 bytes)', 413);
    expect(await post(sized(262_144))).toMatchObject([201, {}]);
    expect(await post(sized(262_145))).toEqual(tooLarge);
    expect(await post(sized(262_145), { 'transfer-encoding': 'chunked' })).toEqual(tooLarge);
    expect(await post(sized(3_000_000), { 'transfer-encoding': 'chunked' })).toEqual(tooLarge);
  });
});

it('R-7-16 R-7-13 random bodies are rejected with 400 and an error body that repeats nothing of them', async () => {
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
      const [status, json] = await post(body);
      expect(status).toBe(400);
      expect(json).toEqual({ error: expect.any(String), status: 400, code: 'invalid_request' });
      expect(JSON.stringify(json)).not.toContain(secret);
    }),
    { numRuns: 200 },
  );
});
