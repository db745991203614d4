import { dereference } from '../contract/contract.ts';
import { asArray, asObject, asString, type JsonObject } from '../contract/json.ts';

/** generated/events.ts: a type for each message of the chat channel, their union by `type`, and the lists of types. */
export function writeEventTypes(asyncapi: JsonObject): string {
  const messages = chatMessages(asyncapi);
  const schemas = messages.map(({ name, payload }) =>
    asString(asObject(payload, `payload of the message ${name}`)['$ref'], `payload of ${name}`).replace(
      '#/components/schemas/',
      '',
    ),
  );
  const types = schemas.map((name) => `export type ${name} = Readonly<Schemas['${name}']>;`);
  const known = messages.map(({ name }) => name).filter((name) => name !== 'other');
  return [
    "import type { components } from './api.d.ts';",
    "type Schemas = components['schemas'];",
    ...types,
    `/** An event of a type that this version of the contract knows (source 6). */\nexport type ChatEvent = ${schemas.filter((name) => name !== 'OtherEvent').join(' | ')};`,
    `/** Any event of a chat stream: clients skip those of a type that they do not know (decision 0052). */\nexport type StreamEvent = Readonly<Schemas['StreamEvent']>;`,
    `export type ChatEventType = ChatEvent['type'];`,
    `/** Every type that is known, in the order of the contract. */\nexport const chatEventTypes = ${JSON.stringify(known)} as const;`,
    knownEvent,
    `/** The types after which no event follows. */\nexport const terminalEventTypes = ${JSON.stringify(terminalTypes(asyncapi))} as const;\n`,
  ].join('\n\n');
}

const knownEvent = `/** Whether an event is of a type that this version knows; others are to be skipped. */
export function isKnownEvent(event: StreamEvent): event is ChatEvent {
  return chatEventTypes.some((type) => type === event.type);
}`;

/** The messages of the one channel, in the order of the document. Throws when there is not exactly one channel. */
function chatMessages(asyncapi: JsonObject): { name: string; payload: JsonObject[string] | undefined }[] {
  const [channel, ...others] = Object.values(asObject(asyncapi['channels'], 'channels'));
  if (channel === undefined || others.length > 0) throw new Error('asyncapi.yaml must have one channel');
  const messages = asObject(asObject(channel, 'channel')['messages'], 'messages');
  return Object.entries(messages).map(([key, value]) => {
    const message = dereference(asyncapi, asObject(value, key));
    return { name: asString(message['name'], `name of the message ${key}`), payload: message['payload'] };
  });
}

function terminalTypes(asyncapi: JsonObject): JsonObject[string] {
  const [operation] = Object.values(asObject(asyncapi['operations'], 'operations'));
  const order = asObject(asObject(operation, 'operation')['x-order'], 'x-order of the operation');
  return asArray(order['terminal'], 'x-order.terminal');
}
