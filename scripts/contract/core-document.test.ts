import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listOperations, listResponses, readContract } from './contract.ts';
import { toCoreDocument, toFullDocument } from './core-document.ts';
import { isArray, type Json, type JsonObject } from './json.ts';

const base: JsonObject = { components: { securitySchemes: {}, schemas: {} } };
const core = (document: JsonObject): JsonObject => toCoreDocument({ ...base, ...document });

describe('toCoreDocument', () => {
  it('removes what a word marks as ours, and what a map names', () => {
    const schema = {
      type: 'string',
      minLength: 1,
      maxLength: 5,
      'x-binding': { minLength: 'derived', maxLength: 'ours' },
    };
    expect(
      core({ a: { 'x-binding': 'ours', type: 'object' }, b: schema, c: [{ 'x-binding': 'ours' }, 1] }),
    ).toEqual({
      b: { type: 'string', minLength: 1, 'x-binding': { minLength: 'derived' } },
      c: [1],
      components: {},
    });
  });

  it('removes a property from required, too', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string', 'x-binding': 'ours' } };
    expect(core({ x: { required: ['a', 'b'], properties } })['x']).toEqual({
      required: ['a'],
      properties: { a: { type: 'string' } },
    });
  });

  it('puts what x-core has in the place of what is ours', () => {
    const schema = {
      type: 'integer',
      minimum: 1,
      'x-binding': { type: 'ours', minimum: 'ours' },
      'x-core': { type: 'number' },
    };
    expect(core({ schema })['schema']).toEqual({ type: 'number' });
  });

  it('removes statuses that an operation names, references to what is ours, and what is empty then', () => {
    const responses = {
      '200': { headers: { A: { $ref: '#/components/headers/A' } }, description: 'x' },
      '400': {},
    };
    const components = { ...Object(base['components']), headers: { A: { 'x-binding': 'ours' } } };
    expect(core({ get: { responses, 'x-binding': { '400': 'ours' } }, components })).toEqual({
      get: { responses: { '200': { description: 'x' } } },
      components: {},
    });
  });

  it('removes security requirements of a scheme that is ours, and keeps an empty list', () => {
    const securitySchemes = { key: { type: 'http' }, token: { type: 'http', 'x-binding': 'ours' } };
    const document = {
      a: { security: [{ key: [] }, { token: [] }] },
      b: { security: [] },
      components: { securitySchemes },
    };
    expect(core(document)).toEqual({
      a: { security: [{ key: [] }] },
      b: { security: [] },
      components: { securitySchemes: { key: { type: 'http' } } },
    });
  });
});

const contract = readContract(join(dirname(dirname(import.meta.dirname)), 'spec'));

/** Every value of a key, anywhere. */
function valuesOf(value: Json, key: string): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isArray(value)) return value.flatMap((item) => valuesOf(item, key));
  return Object.entries(value).flatMap(([name, item]) => [
    ...(name === key ? [item] : []),
    ...valuesOf(item, key),
  ]);
}

describe('the core of our contract', () => {
  const openapi = toCoreDocument(contract.openapi);
  const asyncapi = toCoreDocument(contract.asyncapi);

  it.each([
    ['openapi', openapi],
    ['asyncapi', asyncapi],
  ])('has nothing of ours, and every component of it is used: %s', (_name, document) => {
    expect(JSON.stringify(valuesOf(document, 'x-binding'))).not.toContain('ours');
    expect(valuesOf(document, 'x-core')).toEqual([]);
    const names = Object.entries(document['components'] ?? {}).flatMap(
      ([kind, group]: [string, JsonObject]) => Object.keys(group).map((name) => [kind, name]),
    );
    const references = [...valuesOf(document, '$ref'), ...valuesOf(document, 'security').flatMap(schemesOf)];
    expect(names.filter(([kind, name]) => !references.includes(`#/components/${kind}/${name}`))).toEqual([]);
    expect(references.filter((one) => !resolves(document, String(one)))).toEqual([]);
  });

  // Source 4 to 7: the operations, with the statuses of the table of errors.
  it('has the operations and statuses of the source, and no others', () => {
    const found = listOperations(openapi).map((operation) => [
      `${operation.method} ${operation.path}`,
      ...Object.keys(Object(operation.object['responses'])),
    ]);
    expect(found).toEqual([
      ['get /api/agents', '200', '401'],
      ['post /api/agents', '400', '401', '403', '500', '2XX'],
      ['post /api/agents/chat/stream', '200', '400', '401', '404', '429', '500'],
      ['get /api/widget/config', '200', '400', '401', '404', '500'],
      ['get /embed/chatbot.js', '200'],
      ['post /mcp', '200', '401'],
    ]);
  });

  it('has the key in Authorization, and for MCP in the query', () => {
    expect(openapi['security']).toEqual([{ apiKey: [] }]);
    const security = listOperations(openapi).map(({ id, object }) => [id, object['security'] ?? 'key']);
    expect(Object.fromEntries(security)).toEqual({
      listAgents: 'key',
      createAgent: 'key',
      streamAgentChat: [{ apiKey: [] }],
      getWidgetConfig: [{ apiKey: [] }],
      getEmbedScript: [],
      callMcp: [{ mcpApiKey: [] }],
    });
  });

  // Source 2, 4.1 and 6: `!` marks what must be there.
  it.each<[schema: string, fields: string]>([
    ['AgentCreate', 'name! type! description config!'],
    ['AgentConfig', 'model_provider! model_id! system_prompt! temperature max_tokens mcp_capabilities'],
    ['McpCapability', 'type! enabled!'],
    ['Agent', 'id! name! type! description config! status created_at! updated_at!'],
    [
      'AgentConfigApplied',
      'model_provider! model_id! system_prompt! temperature! max_tokens! mcp_capabilities',
    ],
    ['AgentList', 'agents!'],
    ['WidgetConfig', 'chatbot_id! agent_id! name! config!'],
    ['WidgetTheme', 'primary_color! background_color! text_color! user_message_color! bot_message_color!'],
    ['ChatRequest', 'agent_id! message! conversation_id stream'],
    ['TextEvent', 'type! content!'],
    ['ToolUseEvent', 'type! tool! input!'],
    ['ToolResultEvent', 'type! tool! output!'],
    ['EndEvent', 'type! conversation_id!'],
    ['ErrorEvent', 'type!'],
    ['Error', 'error! status!'],
  ])('has the fields of %s', (name, fields) => {
    const { properties, required } = schemaOf(name);
    expect(Object.keys(properties).map((field) => (required.includes(field) ? `${field}!` : field))).toEqual(
      fields.split(' '),
    );
  });

  it('has the values, bounds and defaults of the source, and no limits of ours', () => {
    const config = schemaOf('AgentConfig').properties;
    expect(config['model_provider']).toMatchObject({
      enum: ['provider_one', 'provider_two', 'provider_three'],
    });
    expect(config['temperature']).toMatchObject({ type: 'number', minimum: 0, maximum: 1, default: 0.7 });
    expect(config['max_tokens']).toMatchObject({ type: 'number', default: 4096 });
    expect(schemaOf('ChatRequest').properties['stream']).toMatchObject({ type: 'boolean', default: true });
    for (const limit of ['maxLength', 'maxItems', 'additionalProperties', 'pattern']) {
      expect(valuesOf(openapi, limit)).toEqual([]);
    }
  });

  it('requires Retry-After with 429, in any form', () => {
    const [chat] = listOperations(openapi).filter(({ id }) => id === 'streamAgentChat');
    const limited = chat && listResponses(openapi, chat).find(({ status }) => status === 429);
    expect(limited?.object['headers']).toEqual({
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    });
    expect(valuesOf(openapi, 'RetryAfter')).toMatchObject([{ required: true, schema: { type: 'string' } }]);
  });

  function schemaOf(name: string): { readonly properties: JsonObject; readonly required: readonly string[] } {
    const { schemas } = Object(openapi['components']);
    return schemas[name];
  }
});

it('publishes the full document without x-core', () => {
  const full = toFullDocument(contract.openapi);
  expect(valuesOf(full, 'x-core')).toEqual([]);
  expect(valuesOf(full, 'x-binding')).toEqual(valuesOf(contract.openapi, 'x-binding'));
});

function schemesOf(security: Json): string[] {
  return valuesOfList(security)
    .flatMap((requirement) =>
      Object.keys(Object(requirement)).map((name) => `#/components/securitySchemes/${name}`),
    )
    .filter((name) => !name.endsWith('$ref'));
}

function valuesOfList(value: Json): readonly Json[] {
  return isArray(value) ? value : [];
}

function resolves(document: JsonObject, reference: string): boolean {
  return (
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => Object(node)[key], document) !== undefined
  );
}
