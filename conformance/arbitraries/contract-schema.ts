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

function isValidText(
  { enum: values, minLength = 0, maxLength = Infinity }: JsonSchema,
  text: string,
): boolean {
  const length = [...text].length;
  return values?.includes(text) ?? (length >= minLength && length <= maxLength);
}

function isValidNumber(
  { type, minimum = -Infinity, maximum = Infinity }: JsonSchema,
  value: number,
): boolean {
  return value >= minimum && value <= maximum && (type === 'number' || Number.isInteger(value));
}

function isValidObject(schema: JsonSchema, value: object): boolean {
  const { properties = {}, required = [], additionalProperties } = schema;
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, part]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return own === undefined ? additionalProperties !== false : isValid(own, part);
    })
  );
}

/** Whether a schema of the contract allows a value. */
export function isValid(schema: JsonSchema, value: unknown): boolean {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && isValidText(schema, value);
    case 'integer':
    case 'number':
      return typeof value === 'number' && isValidNumber(schema, value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return (
        Array.isArray(value) &&
        value.length <= (schema.maxItems ?? Infinity) &&
        value.every((item) => isValid(schema.items ?? {}, item))
      );
    case 'object':
      return (
        typeof value === 'object' && value !== null && !Array.isArray(value) && isValidObject(schema, value)
      );
    default:
      return true;
  }
}
