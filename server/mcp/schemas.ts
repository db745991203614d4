import { readFileSync } from 'node:fs';
import formats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { ServiceError } from '../errors.ts';
import { describeViolation, violationOf } from '../support/field-errors.ts';
import { describeJsonProblem, scanJson } from '../support/json.ts';

/** A self-contained JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly additionalProperties?: boolean;
  readonly anyOf?: readonly ObjectSchema[];
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: unknown;
}

interface Contract {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  readonly paths: Readonly<Record<string, Record<string, { readonly parameters?: readonly Parameter[] }>>>;
}

// `npm run generate` writes this file in this form.
const contract = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
) as Contract;

const reference = '#/components/schemas/';

/**
 * A schema of the contract by name, with references inlined: many clients show schemas to models without resolving
 * `$ref`. Throws Error for an unknown name.
 */
export function contractSchema(name: string): ObjectSchema {
  return asObjectSchema(inline(contract.components.schemas[name]), `${name} of the contract`);
}

/** The schema without one field. */
export function withoutField({ properties, ...schema }: ObjectSchema, field: string): ObjectSchema {
  const { [field]: _removed, ...rest } = properties;
  return { ...schema, properties: rest, required: schema.required.filter((name) => name !== field) };
}

/** The query parameters of an operation as the schema of one object. */
export function querySchema(path: string, method: string): ObjectSchema {
  const all = contract.paths[path]?.[method]?.parameters ?? [];
  const parameters = all.filter((parameter) => parameter.in === 'query');
  const properties = parameters.map(({ name, schema, description }) => {
    return [name, { ...asRecord(inline(schema)), description: inline(description) }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.flatMap(({ name, required }) => (required === true ? name : [])),
    additionalProperties: false,
  };
}

/** `(source 3, decision 0009)`: for reviewers of the contract, not for models. */
const citation = /\s*\((?:source|decisions?) [^)]*\)/g;

function inline(schema: unknown): unknown {
  if (typeof schema === 'string') return schema.replaceAll(citation, '');
  if (Array.isArray(schema)) return schema.map(inline);
  if (typeof schema !== 'object' || schema === null) return schema;
  const target = asRecord(schema)['$ref'];
  if (typeof target === 'string') {
    return inline(contract.components.schemas[target.replace(reference, '')]);
  }
  const known = Object.entries(schema).filter(([name]) => name !== 'x-required-by');
  return Object.fromEntries(known.map(([name, value]) => [name, inline(value)]));
}

/** Narrows a JSON Schema to that of an object. Throws Error for any other. */
export function asObjectSchema(schema: unknown, name: string): ObjectSchema {
  if (asRecord(schema)['type'] !== 'object') throw new Error(`not an object schema: ${name}`);
  // The generator and Zod write well-formed schemas.
  return { required: [], ...asRecord(schema) } as unknown as ObjectSchema;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

/** Compiled with the first value: all schemas together would take a process 0.3 s of CPU at its start. */
function lazyValidator(schema: ObjectSchema): (value: unknown) => readonly ErrorObject[] {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** A validator that throws ServiceError `invalid_request` with the API's messages. */
export function createInputValidator(schema: ObjectSchema): (input: unknown) => void {
  const errorsOf = lazyValidator(schema);
  return (input) => {
    // JSON.parse accepts more than the API does (decision 0025).
    const problem = scanJson(JSON.stringify(input));
    if (problem !== null) throw invalid(describeJsonProblem(problem));
    const [error] = errorsOf(input);
    if (error !== undefined) throw invalid(describeViolation(violationOf(error), input));
  };
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}

/** A check of results against what the tool says of them. Throws Error, which is a defect of ours. */
export function createOutputCheck(schema: ObjectSchema): (output: unknown) => void {
  const errorsOf = lazyValidator(schema);
  return (output) => {
    const errors = errorsOf(output);
    if (errors.length > 0) throw new Error(`invalid output: ${ajv.errorsText([...errors])}`);
  };
}
