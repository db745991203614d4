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

      /** An event of a type that this version of the contract knows (source 6). */
      export type ChatEvent = StopEvent;

      /** Any event of a chat stream: clients skip those of a type that they do not know (decision 0052). */
      export type StreamEvent = Readonly<Schemas['StreamEvent']>;

      export type ChatEventType = ChatEvent['type'];

      /** Every type that is known, in the order of the contract. */
      export const chatEventTypes = ["stop"] as const;

      /** Whether an event is of a type that this version knows; others are to be skipped. */
      export function isKnownEvent(event: StreamEvent): event is ChatEvent {
        return chatEventTypes.some((type) => type === event.type);
      }

      /** The types after which no event follows. */
      export const terminalEventTypes = ["stop"] as const;
      "
    `);
  });

  it('leaves the event of other types out of those that are known', () => {
    const other = { name: 'other', payload: { $ref: '#/components/schemas/OtherEvent' } };
    const document = asyncapi(other);
    const channels = { one: { messages: { other } } };
    expect(writeEventTypes({ ...document, channels })).toContain('chatEventTypes = [] as const');
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
