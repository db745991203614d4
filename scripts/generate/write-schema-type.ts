import { asArray, asObject, asStrings, type JsonObject } from './json.ts';
import { writeKey, writeLiteral } from './write-literal.ts';

/** A JSON Schema as a TypeScript type. Throws on a schema that the events have no need of. */
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
