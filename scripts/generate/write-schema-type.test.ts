import { describe, expect, it } from 'vitest';
import type { JsonObject } from './json.ts';
import { writeSchemaType } from './write-schema-type.ts';

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
  ])('%j', (given, want) => {
    expect(writeSchemaType(given)).toBe(want);
  });

  it('refuses a schema that it cannot say in TypeScript', () => {
    expect(() => writeSchemaType({ not: {} })).toThrow('No TypeScript type for the schema {"not":{}}');
  });
});
