import { describe, expect, it } from 'vitest';
import { parseAsyncapi } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import { writeEventTypes, writeSchemaType } from './event-types.ts';

const asyncapi = (messages: JsonObject): JsonObject => ({
  asyncapi: '3.1.0',
  info: { title: 'T', version: '1.0.0' },
  channels: { one: { messages } },
  operations: {
    send: { action: 'send', channel: { $ref: '#/channels/one' }, 'x-order': { terminal: ['stop'] } },
  },
});
const stop: JsonObject = {
  name: 'stop',
  payload: {
    title: 'StopEvent',
    description: 'It is over.',
    type: 'object',
    required: ['type'],
    properties: { type: { const: 'stop' }, note: { type: 'string', description: 'Why.' } },
  },
};

describe('writeEventTypes', () => {
  it('writes an interface for each message, the union, and the lists of types', async () => {
    const { document } = await parseAsyncapi(asyncapi({ stop }));
    expect(document && writeEventTypes(document)).toMatchInlineSnapshot(`
      "// Generated from spec/. Do not edit; change spec/ and run: npm run generate

      /** It is over. */
      export interface StopEvent {
        readonly type: 'stop';
        /** Why. */
        readonly note?: string;
      }

      /** Any event of the chat stream (source 6). */
      export type ChatEvent = StopEvent;

      export type ChatEventType = ChatEvent['type'];

      /** Every event type, in the order of the contract. */
      export const chatEventTypes = ['stop'] as const;

      /** The types after which no event follows. */
      export const terminalEventTypes = ['stop'] as const;
      "
    `);
  });

  it('rejects a message without a payload', async () => {
    const { document } = await parseAsyncapi(asyncapi({ stop: { name: 'stop' } }));
    expect(() => document && writeEventTypes(document)).toThrow('message stop has no payload');
  });
});

describe('writeSchemaType', () => {
  it.each<[given: JsonObject, want: string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', const: 'end' }, "'end'"],
    [{ enum: ['a', 1] }, "'a' | 1"],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'array', items: { type: 'string' } }, 'readonly (string)[]'],
    [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
    [
      { type: 'object', required: ['a'], properties: { a: { type: 'number' }, 'b-c': { type: 'null' } } },
      "{ readonly a: number; readonly 'b-c'?: null }",
    ],
  ])('writes %j', (given, want) => {
    expect(writeSchemaType(given)).toBe(want);
  });

  it('rejects a schema that has no TypeScript type', () => {
    expect(() => writeSchemaType({ not: {} })).toThrow('No TypeScript type for the schema {"not":{}}');
  });
});
