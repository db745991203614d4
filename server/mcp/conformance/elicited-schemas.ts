import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';

type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

/** A default for each primitive type. */
export const everyDefault: RequestedSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const options = ['option1', 'option2', 'option3'];
const titled = (words: readonly string[]) =>
  words.map((title, index) => ({ const: `value${index + 1}`, title }));

/** Each way to offer a choice. */
export const everyEnum: RequestedSchema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: {
      type: 'array',
      items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) },
    },
  },
};
