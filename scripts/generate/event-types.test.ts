import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { writeEventTypes } from './event-types.ts';

const asyncapi = (stop: JsonObject): JsonObject => ({
  channels: { one: { messages: { stop: { $ref: '#/components/messages/stop' } } } },
  operations: { send: { action: 'send', 'x-order': { terminal: ['stop'] } } },
  components: { messages: { stop } },
});

describe('writeEventTypes', () => {
  it('writes a type for each message, the union, and the lists of types', () => {
    const payload = { $ref: '#/components/schemas/StopEvent' };
    expect(writeEventTypes(asyncapi({ name: 'stop', payload }))).toMatchInlineSnapshot(`
      "import type { components } from './api.d.ts';

      type Schemas = components['schemas'];

      export type StopEvent = Readonly<Schemas['StopEvent']>;

      /** Any event of the chat stream (source 6). */
      export type ChatEvent = StopEvent;

      export type ChatEventType = ChatEvent['type'];

      /** Every event type, in the order of the contract. */
      export const chatEventTypes = ["stop"] as const;

      /** The types after which no event follows. */
      export const terminalEventTypes = ["stop"] as const;
      "
    `);
  });

  it('rejects a message without a payload', () => {
    expect(() => writeEventTypes(asyncapi({ name: 'stop' }))).toThrow(
      'payload of the message stop must be an object',
    );
  });

  it('rejects a second channel', () => {
    const document = asyncapi({ name: 'stop' });
    const channels = { ...Object(document['channels']), two: { messages: {} } };
    expect(() => writeEventTypes({ ...document, channels })).toThrow('asyncapi.yaml must have one channel');
  });
});
