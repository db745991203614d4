import type { AsyncAPIDocumentInterface, MessageInterface } from '@asyncapi/parser';
import { asArray, asObject, asString, asStrings, type JsonObject } from '../contract/json.ts';
import { headLine, writeKey, writeLiteral } from './write-literal.ts';

/** generated/events.ts: one interface for each message of the chat channel, and their union by `type`. */
export function writeEventTypes(asyncapi: AsyncAPIDocumentInterface): string {
  const messages = chatMessages(asyncapi);
  const names = messages.map((message) => typeName(message));
  const types = messages.map((message) => `'${message.name()}'`);
  return [
    `// ${headLine}`,
    ...messages.map((message) => writeInterface(message)),
    `/** Any event of the chat stream (source 6). */\nexport type ChatEvent = ${names.join(' | ')};`,
    `export type ChatEventType = ChatEvent['type'];`,
    `/** Every event type, in the order of the contract. */\nexport const chatEventTypes = [${types.join(', ')}] as const;`,
    `/** The types after which no event follows. */\nexport const terminalEventTypes = [${terminalTypes(asyncapi).join(', ')}] as const;\n`,
  ].join('\n\n');
}

/** The messages of the one channel, in the order of the document. Throws when there is not exactly one channel. */
function chatMessages(asyncapi: AsyncAPIDocumentInterface): MessageInterface[] {
  const channels = asyncapi.channels().all();
  const [channel] = channels;
  if (channel === undefined || channels.length > 1) throw new Error('asyncapi.yaml must have one channel');
  return channel.messages().all();
}

function typeName(message: MessageInterface): string {
  return asString(payloadOf(message)['title'], `title of the payload of ${message.id()}`);
}

function payloadOf(message: MessageInterface): JsonObject {
  const payload = message.payload();
  if (payload === undefined) throw new Error(`message ${message.id()} has no payload`);
  return payload.json() as JsonObject;
}

function writeInterface(message: MessageInterface): string {
  const schema = payloadOf(message);
  const properties = schema['properties'] as Readonly<Record<string, JsonObject>>;
  const required = schema['required'] as readonly string[];
  const lines = Object.entries(properties).map(([key, property]) => {
    const mark = required.includes(key) ? '' : '?';
    return `${comment(property)}  readonly ${writeKey(key)}${mark}: ${writeSchemaType(property)};`;
  });
  return `${`/** ${asString(schema['description'], typeName(message))} */`}\nexport interface ${typeName(message)} {\n${lines.join('\n')}\n}`;
}

function comment(property: JsonObject): string {
  const description = property['description'];
  return typeof description === 'string' ? `  /** ${description.trim()} */\n` : '';
}

function terminalTypes(asyncapi: AsyncAPIDocumentInterface): string[] {
  const [operation] = asyncapi.operations().all();
  const order = operation?.extensions().get('x-order')?.value<{ terminal: string[] }>();
  if (order === undefined) throw new Error('asyncapi.yaml: the operation must state x-order');
  return order.terminal.map((type) => `'${type}'`);
}

/** A JSON Schema as a TypeScript type. Throws on a keyword that the events do not use. */
export function writeSchemaType(schema: JsonObject): string {
  if (schema['const'] !== undefined) return writeLiteral(schema['const']);
  if (schema['enum'] !== undefined)
    return asArray(schema['enum'], 'enum')
      .map((v) => writeLiteral(v))
      .join(' | ');
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${writeSchemaType(asObject(schema['items'], 'items'))})[]`;
    case 'object':
      return writeObjectType(schema);
    default:
      throw new Error(`No TypeScript type for the schema ${JSON.stringify(schema)}`);
  }
}

function writeObjectType(schema: JsonObject): string {
  if (schema['properties'] === undefined) return 'Readonly<Record<string, unknown>>';
  const required = asStrings(schema['required'], 'required');
  const properties = Object.entries(asObject(schema['properties'], 'properties')).map(
    ([key, property]) =>
      `readonly ${writeKey(key)}${required.includes(key) ? '' : '?'}: ${writeSchemaType(asObject(property, key))}`,
  );
  return `{ ${properties.join('; ')} }`;
}
