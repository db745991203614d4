import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../spec/read-examples.ts';
import { isArray, type Json, type JsonObject } from '../contract/json.ts';

const generated = join(import.meta.dirname, '..', '..', 'generated');
const read = (name: string): JsonObject => JSON.parse(readFileSync(join(generated, name), 'utf8'));

/** Everywhere in a document where a schema (`schema`, `payload`) has examples beside it. */
function linked(value: Json): { readonly schema: Json; readonly name: string; readonly example: Json }[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isArray(value)) return value.flatMap(linked);
  const schema = value['schema'] ?? value['payload'];
  const examples = schema === undefined ? {} : Object(value['examples'] ?? {});
  const here = Object.entries<JsonObject>(examples).map(([key, example]) => ({
    schema: schema ?? null,
    name: String(example['name'] ?? key),
    example: example['value'] ?? example['payload'] ?? null,
  }));
  return [...here, ...Object.values(value).flatMap(linked)];
}

/** The events of a stream that stands as text; any other example is one message. */
function messagesOf(example: Json): Json[] {
  if (typeof example !== 'string' || !example.includes('data: ')) return [example];
  const lines = example.split('\n').filter((line) => line.startsWith('data: '));
  return lines.map((line): Json => JSON.parse(line.slice('data: '.length)) as Json);
}

describe.each(['openapi.json', 'openapi.core.json', 'asyncapi.json', 'asyncapi.core.json'])('%s', (file) => {
  const document = read(file);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, file);

  it('has examples that its schemas accept, with no property that they do not name', () => {
    const examples = linked(document);
    expect(examples.length).toBeGreaterThanOrEqual(5);
    const invalid = examples.filter(({ schema, example }) => {
      const reference = Object(schema)['$ref'];
      const one = reference === undefined ? (schema as JsonObject) : { $ref: `${file}${reference}` };
      return messagesOf(example).some((message) => ajv.validate(one, message) !== true);
    });
    expect(invalid.map(({ name }) => name)).toEqual([]);
    if (file.includes('core')) expect(JSON.stringify(examples)).not.toMatch(/"code\\*":"/);
  });
});

it('links each example of an operation that has a JSON body', () => {
  const names = new Set(linked(read('openapi.json')).map(({ name }) => name));
  const wanted = readExamples().filter(
    ({ operation, response }) => operation !== 'other' && response.body !== undefined,
  );
  expect(wanted.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  expect([...names]).toEqual(expect.arrayContaining(['text', 'tool_use', 'tool_result', 'end', 'error']));
});

it.each(['openapi.json', 'openapi.core.json', 'openapi-3.2.json'])(
  '%s begins with a whole stream',
  (file) => {
    const { responses } = Object(read(file)['paths'])['/api/agents/chat/stream'].post;
    const [first] = Object.values<JsonObject>(responses['200'].content['text/event-stream'].examples);
    expect(first?.['value']).toMatch(/^(?:data: \{.*\}\n\n){2,}$/);
    expect(messagesOf(first?.['value'] ?? null).at(-1)).toMatchObject({ type: 'end' });
  },
);

it('describes a stream in OpenAPI 3.2 by the data of one event', () => {
  const { openapi, paths } = read('openapi-3.2.json');
  const { responses } = Object(paths)['/api/agents/chat/stream'].post;
  expect(openapi).toBe('3.2.0');
  const { examples: _examples, ...media } = responses['200'].content['text/event-stream'];
  expect(media).toEqual({
    itemSchema: {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'string',
          contentMediaType: 'application/json',
          contentSchema: { $ref: '#/components/schemas/StreamEvent' },
        },
      },
    },
  });
});
