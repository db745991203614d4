import { readFileSync } from 'node:fs';

/** The keywords of a schema that generated/openapi.json has. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
}

interface RequestBody {
  readonly content: Readonly<Record<string, { readonly schema: FieldSchema }>>;
}

/** An OpenAPI document, as far as requests are concerned. */
export interface ApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId?: string; requestBody?: RequestBody }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> };
}

/** generated/openapi.json. */
export function readApiDocument(): ApiDocument {
  const file = new URL('../../generated/openapi.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;
}

type FieldPath = readonly (string | number)[];

/** One optional field of a request: a valid body with it, where it stands, and its value, which is not the default. */
export interface OptionalField {
  readonly operationId: string;
  readonly url: string;
  readonly path: FieldPath;
  readonly value: unknown;
  readonly body: unknown;
}

/**
 * Every optional field of every request body below /api, nested ones too. `known` has the values of fields that must
 * name something that exists, such as `agent_id`.
 */
export function listOptionalFields(
  document: ApiDocument,
  known: Readonly<Record<string, unknown>>,
): OptionalField[] {
  const operations = Object.entries(document.paths)
    .filter(([url]) => url.startsWith('/api/'))
    .flatMap(([url, item]) => Object.values(item).map((operation) => ({ url, operation })));
  return operations.flatMap(({ url, operation: { operationId = url, requestBody } }) => {
    const schema = requestBody?.content['application/json']?.schema;
    if (schema === undefined) return [];
    const fields = new FieldWalk(document, known);
    return fields.optionalPaths(schema).map(({ path, value }) => ({
      operationId,
      url,
      path,
      value,
      body: fields.bodyWith(schema, path, value),
    }));
  });
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key],
    value,
  );
}

class FieldWalk {
  private readonly document: ApiDocument;
  private readonly known: Readonly<Record<string, unknown>>;

  constructor(document: ApiDocument, known: Readonly<Record<string, unknown>>) {
    this.document = document;
    this.known = known;
  }

  optionalPaths(
    schema: FieldSchema,
    path: FieldPath = [],
  ): { readonly path: FieldPath; readonly value: unknown }[] {
    const { properties = {}, required = [], items } = this.resolve(schema);
    const own = Object.entries(properties).flatMap(([name, property]) => {
      const inner = [...path, name];
      const field = { path: inner, value: this.known[name] ?? this.otherValue(property) };
      return [...(required.includes(name) ? [] : [field]), ...this.optionalPaths(property, inner)];
    });
    return items === undefined ? own : [...own, ...this.optionalPaths(items, [...path, 0])];
  }

  /** The smallest valid body that has `value` at the path. */
  bodyWith(schema: FieldSchema, [key, ...rest]: FieldPath, value: unknown): unknown {
    if (key === undefined) return value;
    const { properties = {}, items = {} } = this.resolve(schema);
    if (typeof key === 'number') return [this.bodyWith(items, rest, value)];
    return {
      ...(this.otherValue(schema) as object),
      [key]: this.bodyWith(properties[key] ?? {}, rest, value),
    };
  }

  private resolve(schema: FieldSchema): FieldSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined
      ? schema
      : { ...this.resolve(this.document.components.schemas[name] ?? {}), ...schema };
  }

  /** A valid value that is not the default, with required fields only. */
  private otherValue(schema: FieldSchema): unknown {
    const resolved = this.resolve(schema);
    if (resolved.const !== undefined) return resolved.const;
    if (resolved.enum !== undefined) return resolved.enum.find((member) => member !== resolved.default);
    switch (resolved.type) {
      case 'object':
        return this.requiredFields(resolved);
      case 'array':
        return [this.otherValue(resolved.items ?? {})];
      case 'boolean':
        return resolved.default !== true;
      case 'integer':
      case 'number':
        return [resolved.minimum ?? 1, resolved.maximum ?? 2].find((bound) => bound !== resolved.default);
      default:
        return 'x'.repeat(Math.max(resolved.minLength ?? 0, 7));
    }
  }

  private requiredFields({ properties = {}, required = [] }: FieldSchema): object {
    return Object.fromEntries(
      required.map((name) => [name, this.known[name] ?? this.otherValue(properties[name] ?? {})]),
    );
  }
}
