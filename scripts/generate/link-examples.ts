import {
  fillExample,
  sampleValues,
  type EventExample,
  type Example,
  type ExampleResponse,
} from '../../spec/read-examples.ts';
import { dereference, isJson, listOperations } from '../contract/contract.ts';
import { asArray, asObject, asString, isArray, type Json, type JsonObject } from '../contract/json.ts';

/** What `readExamples` and `readEventExamples` return. */
export interface Examples {
  readonly messages: readonly Example[];
  readonly events: readonly EventExample[];
}

type Path = readonly string[];

/**
 * The examples of the cores: the first of each operation and status. Their summaries are the descriptions there, which are
 * requirements word for word; ours say more.
 */
export function coreExamples(
  openapi: JsonObject,
  asyncapi: JsonObject,
  { messages, events }: Examples,
): Examples {
  const operations = new Map(listOperations(openapi).map(({ id, object }) => [id, object]));
  const describe = (value: Json | undefined): string =>
    asString(asObject(value, 'response')['description'], 'description');
  return {
    messages: messages.flatMap((example) => {
      const { name, operation, status } = example;
      const response = asObject(operations.get(operation)?.['responses'] ?? {}, operation)[status];
      if (name !== `${operation}.${status}` || response === undefined) return [];
      return [{ ...example, summary: describe(dereference(openapi, asObject(response, name))) }];
    }),
    events: events.map((example) => {
      const message = asObject(at(asyncapi, ['components', 'messages', example.type]), example.type);
      return { ...example, summary: asString(message['summary'], `summary of ${example.type}`) };
    }),
  };
}

/**
 * The OpenAPI document with its examples: of a body beside the schema of the body, those of responses that operations share
 * in the shared response. A value has only properties that the document names, so that the core has none of ours. A stream
 * stands as its text before its single events: a mock server sends the first example.
 */
export function linkExamples(openapi: JsonObject, { messages, events }: Examples): JsonObject {
  const paths = new Map(listOperations(openapi).map(({ id, path, method }) => [id, ['paths', path, method]]));
  let document = openapi;
  const write = (media: Path, name: string, summary: string, toValue: (schema: Json) => Json): void => {
    const schema = at(document, [...media, 'schema']);
    if (schema === undefined) return;
    document = setAt(document, [...media, 'examples', name], { summary, value: toValue(schema) });
  };
  const link = (media: Path, name: string, summary: string, value: unknown): void =>
    write(media, name, summary, (schema) => fillAndProject(openapi, schema, value));
  for (const { name, operation, status, summary, request, response } of messages) {
    const path = paths.get(operation);
    const place = path && responsePath(document, path, status);
    if (path === undefined || place === undefined) continue;
    const { body = response.text } = response;
    const media = mediaOf(document, place, response);
    if (media !== undefined && body !== undefined) link(media, name, summary, body);
    if (status < 300 && request.body !== undefined)
      link([...path, 'requestBody', 'content', 'application/json'], name, summary, request.body);
    if (response.events === undefined) continue;
    const stream = [...place, 'content', 'text/event-stream'];
    const { events: sent } = response;
    write(stream, name, summary, (schema) =>
      sent.map((event) => writeEvent(fillAndProject(openapi, schema, event))).join(''),
    );
    for (const { type, summary: meaning, event } of events) link(stream, type, meaning, event);
  }
  return document;
}

function fillAndProject(document: JsonObject, schema: Json, value: unknown): Json {
  return project(document, schema, fillExample(value, sampleValues) as Json);
}

/** An event as it is sent (decision 0029). */
function writeEvent(event: Json): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** The AsyncAPI document with an example of each message. */
export function linkEventExamples(asyncapi: JsonObject, events: readonly EventExample[]): JsonObject {
  return events.reduce((document, { type, summary, event }) => {
    const message = ['components', 'messages', type];
    const payload = project(asyncapi, at(document, [...message, 'payload']) ?? {}, event as Json);
    return setAt(document, [...message, 'examples'], [{ name: type, summary, payload }]);
  }, asyncapi);
}

/** Where the response of an operation stands: in the operation, or in the components that it refers to. */
function responsePath(document: JsonObject, operation: Path, status: number): Path | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`];
  const path = names
    .map((name) => [...operation, 'responses', name])
    .find((one) => at(document, one) !== undefined);
  const response = path && asObject(at(document, path), path.join('/'));
  const reference = response?.['$ref'];
  return typeof reference === 'string' ? reference.slice(2).split('/') : path;
}

/** JSON, or for a text what its header says. */
function mediaOf(document: JsonObject, place: Path, { headers, text }: ExampleResponse): Path | undefined {
  const types = Object.keys(asObject(at(document, [...place, 'content']) ?? {}, 'content'));
  const [ofText] = (headers['Content-Type'] ?? '').split(';');
  const type = types.find((one) => (text === undefined ? isJson(one) : one === ofText));
  return type === undefined ? undefined : [...place, 'content', type];
}

/** The value without properties that its schema does not name; an object without named properties is free. */
function project(document: JsonObject, given: Json, value: Json): Json {
  const schema = branchOf(document, dereference(document, asObject(given, 'schema')), value);
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map((item) => project(document, schema['items'] ?? {}, item));
  if (schema['properties'] === undefined) return value;
  const properties = asObject(schema['properties'], 'properties');
  const kept = Object.entries(value).flatMap(([name, item]) => {
    const property = properties[name];
    return property === undefined ? [] : [[name, project(document, property, item)] as const];
  });
  return Object.fromEntries(kept);
}

/** The branch of a union by `type` that the value belongs to; the last of an open union is for types without one. */
function branchOf(document: JsonObject, schema: JsonObject, value: Json): JsonObject {
  if (schema['anyOf'] !== undefined) {
    const branches = asArray(schema['anyOf'], 'anyOf').map((branch) =>
      branchOf(document, dereference(document, asObject(branch, 'anyOf')), value),
    );
    return branches.find(({ discriminator }) => discriminator === undefined) ?? schema;
  }
  if (schema['discriminator'] === undefined) return schema;
  const { mapping } = asObject(schema['discriminator'], 'discriminator');
  const type = asString(asObject(value, 'event')['type'], 'type');
  const reference = asObject(mapping, 'mapping')[type];
  return reference === undefined ? schema : dereference(document, { $ref: asString(reference, type) });
}

function at(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (node, key) => (typeof node === 'object' && node !== null && !isArray(node) ? node[key] : undefined),
    value,
  );
}

function setAt(object: JsonObject, [key = '', ...rest]: Path, value: Json): JsonObject {
  const below = rest.length === 0 ? value : setAt(asObject(object[key] ?? {}, key), rest, value);
  return { ...object, [key]: below };
}
