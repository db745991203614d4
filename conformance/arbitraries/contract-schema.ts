import document from '../../generated/openapi.json' with { type: 'json' };

/** The part of JSON Schema that the contract uses for request bodies. */
export interface JsonSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean;
  readonly $ref?: string;
}

const schemas = document.components.schemas as unknown as Readonly<Record<string, JsonSchema>>;

/** Resolves all references. Throws for one to an unknown schema. */
function resolve(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return schemaOf(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
  const { properties, items } = schema;
  const entries = Object.entries(properties ?? {}).map(([name, part]) => [name, resolve(part)] as const);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(entries) }),
    ...(items && { items: resolve(items) }),
  };
}

/** A schema of the contract by name, with its references resolved. */
export function schemaOf(name: string): JsonSchema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`no schema ${name} in the contract`);
  return resolve(schema);
}
