import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listOperations, listResponses, readContract } from './contract.ts';
import { toCoreDocument, toFullDocument } from './core-document.ts';
import { isArray, type Json, type JsonObject } from './json.ts';

const requirements: JsonObject = {
  requirements: [
    { id: 'R-1-01', section: '1', level: 'stated', verified: ['black-box'], text: 'A thing is a string.' },
    { id: 'R-1-02', section: '1', level: 'derived', verified: ['black-box'], text: 'It has a name.' },
    { id: 'R-1-03', section: '1', level: 'open', verified: ['black-box'], text: 'How long it is.' },
  ],
};
const core = (document: JsonObject): JsonObject => toCoreDocument(document, requirements);

describe('toCoreDocument', () => {
  it('has the keys that a requirement is cited for, and no others', () => {
    const cited = { type: 'string', minLength: 1, maxLength: 5, 'x-required-by': { 'R-1-01': 'type' } };
    expect(core({ a: cited, b: { type: 'object' }, c: [cited, { type: 'object' }, 1] })).toMatchObject({
      a: { type: 'string', 'x-required-by': { 'R-1-01': 'type' } },
      c: [{ type: 'string' }],
    });
    expect(Object.keys(core({ a: cited, b: { type: 'object' } }))).toEqual(['a', 'info', 'components']);
  });

  it('describes an object by its requirements, word for word', () => {
    const object = (ids: JsonObject): JsonObject => ({
      description: 'Ours.',
      type: 'string',
      'x-required-by': ids,
    });
    expect(
      core({ a: object({ 'R-1-01': 'type' }), b: object({ 'R-1-01': 'type', 'R-1-02': 'type' }) }),
    ).toMatchObject({
      a: { description: 'A thing is a string.' },
      b: { description: '- A thing is a string.\n- It has a name.' },
    });
  });

  it('does not require a property that nobody cites', () => {
    const properties = {
      name: { type: 'string' },
      description: { type: 'string', 'x-required-by': { 'R-1-01': 'type' } },
    };
    const schema = {
      required: ['name', 'description'],
      properties,
      'x-required-by': { 'R-1-02': 'required' },
    };
    expect(core({ schema })['schema']).toEqual({
      required: ['description'],
      properties: { description: properties.description },
      'x-required-by': { 'R-1-02': 'required' },
    });
  });

  it('has the value of x-core in the place of ours', () => {
    const schema = { type: 'integer', 'x-required-by': { 'R-1-01': 'type' }, 'x-core': { type: 'number' } };
    expect(core({ schema })['schema']).toMatchObject({ type: 'number' });
  });

  it('has the members that a citation names, and no operation without a citation', () => {
    const responses = { '200': { description: 'x' }, '400': { description: 'x' } };
    const cited = { operationId: 'a', responses, 'x-required-by': { 'R-1-01': 'responses.200' } };
    expect(core({ get: cited, put: { operationId: 'b', responses: { '200': cited } } })).toMatchObject({
      get: { operationId: 'a', responses: { '200': { description: 'x' } } },
    });
  });

  it.each([
    ['R-1-03', 'type', 'R-1-03 is open, or does not exist'],
    ['R-1-01', 'format', 'nothing at format'],
  ])('rejects a citation of %s for %s', (id, key, message) => {
    expect(() => core({ a: { type: 'string', 'x-required-by': { [id]: key } } })).toThrow(message);
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
  const openapi = toCoreDocument(contract.openapi, contract.requirements);
  const asyncapi = toCoreDocument(contract.asyncapi, contract.requirements);

  it.each([
    ['openapi', openapi],
    ['asyncapi', asyncapi],
  ])('uses every component: %s', (_name, document) => {
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
      ['get /api/agents', '200', '401', '4XX', '5XX'],
      ['post /api/agents', '200', '201', '400', '401', '403', '500', '4XX', '5XX'],
      ['post /api/agents/chat/stream', '200', '400', '401', '404', '429', '500', '4XX', '5XX'],
      ['get /api/widget/config', '200', '400', '401', '404', '500', '4XX', '5XX'],
      ['get /embed/chatbot.js', '200'],
    ]);
  });

  it('has the key in Authorization, and none for the script', () => {
    expect(openapi['security']).toEqual([{ apiKey: [] }]);
    const security = listOperations(openapi).map(({ id, object }) => [id, object['security'] ?? 'key']);
    expect(Object.fromEntries(security)).toEqual({
      listAgents: 'key',
      createAgent: 'key',
      streamAgentChat: 'key',
      getWidgetConfig: 'key',
      getEmbedScript: [],
    });
  });

  // Source 2, 4.1 and 6: `!` marks what must be there.
  it.each<[schema: string, fields: string]>([
    ['AgentCreate', 'name! type! description config!'],
    ['AgentConfig', 'model_provider! model_id! system_prompt! temperature max_tokens mcp_capabilities'],
    ['McpCapability', 'type! enabled!'],
    ['Agent', 'id! name! type! description config! created_at! updated_at!'],
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
    expect(limited?.object['headers']).toMatchObject({
      'Retry-After': { required: true, schema: { type: 'string' } },
    });
  });

  function schemaOf(name: string): { readonly properties: JsonObject; readonly required: readonly string[] } {
    const { schemas } = Object(openapi['components']);
    return schemas[name];
  }
});

it('publishes the full document without x-core', () => {
  const full = toFullDocument(contract.openapi);
  expect(valuesOf(full, 'x-core')).toEqual([]);
  expect(valuesOf(full, 'x-required-by')).not.toEqual([]);
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
