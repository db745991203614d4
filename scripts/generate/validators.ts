import {
  contentSchemas,
  dereference,
  isJson,
  listOperations,
  listResponses,
  type ContractOperation,
} from '../contract/contract.ts';
import { asObject, asString, type JsonObject } from '../contract/json.ts';
import { compileSchemas } from './compile-schemas.ts';

type RequestSchemas = readonly (readonly [id: string, schema: string])[];
/** operationId and status to the name of the schema of the JSON response body. */
type ResponseSchemas = readonly (readonly [id: string, statuses: RequestSchemas])[];

/** generated/validators.js and its types: schemas that Ajv compiled, with their run-time helpers. */
export async function writeValidators(openapi: JsonObject) {
  const operations = listOperations(openapi);
  const requests = operations.flatMap((operation) => requestSchema(openapi, operation));
  const responses = operations.map(
    (operation) => [operation.id, responseSchemas(openapi, operation)] as const,
  );
  const code = await compileSchemas(openapi, exportMaps(requests, responses));
  return { code, types: writeTypes(requests, responses) };
}

function requestSchema(openapi: JsonObject, operation: ContractOperation): RequestSchemas {
  const body = operation.object['requestBody'];
  if (body === undefined) return [];
  const schema = jsonSchemaName(dereference(openapi, asObject(body, operation.id)));
  return schema === undefined ? [] : [[operation.id, schema]];
}

function responseSchemas(openapi: JsonObject, operation: ContractOperation): RequestSchemas {
  return listResponses(openapi, operation).flatMap(({ status, object }) => {
    const schema = jsonSchemaName(object);
    return schema === undefined ? [] : [[String(status), schema] as const];
  });
}

function jsonSchemaName(body: JsonObject): string | undefined {
  const json = contentSchemas(body).find(([mediaType]) => isJson(mediaType));
  return (
    json &&
    asString(json[1]['$ref'], "a body's $ref to its schema under spec/schemas").replace(
      '#/components/schemas/',
      '',
    )
  );
}

function exportMaps(requests: RequestSchemas, responses: ResponseSchemas): string {
  const statuses = responses.map(([id, rows]) => `  ${id}: {\n${writeRows(rows, 'schema_', '    ')}\n  },`);
  return [
    'export const validateEvent = schema_StreamEvent;',
    'export const validateChatEvent = schema_ChatEvent;',
    'export const validatePageContext = schema_PageContext;',
    `export const validateRequest = {\n${writeRows(requests, 'schema_', '  ')}\n};`,
    `export const validateResponse = {\n${statuses.join('\n')}\n};`,
  ].join('\n');
}

function writeRows(rows: RequestSchemas, prefix: string, indent: string): string {
  return rows.map(([key, schema]) => `${indent}${key}: ${prefix}${schema},`).join('\n');
}

function writeTypes(requests: RequestSchemas, responses: ResponseSchemas): string {
  const typed = (rows: RequestSchemas, indent: string): string =>
    rows.map(([key, schema]) => `${indent}readonly ${key}: Validator<Schemas['${schema}']>;`).join('\n');
  const statuses = responses.map(([id, rows]) => `  readonly ${id}: {\n${typed(rows, '    ')}\n  };`);
  return [
    "import type { components } from './api.d.ts';\nimport type { ChatEvent, StreamEvent } from './events.ts';",
    "type Schemas = components['schemas'];",
    validatorTypes,
    '/** Validates one event of the chat stream, of any type. */\nexport const validateEvent: Validator<StreamEvent>;',
    '/** Validates one event of a type that this version knows. */\nexport const validateChatEvent: Validator<ChatEvent>;',
    "/** Validates the JSON of the header X-Page-Context. */\nexport const validatePageContext: Validator<Schemas['PageContext']>;",
    `/** Validates the body of a request. */\nexport const validateRequest: {\n${typed(requests, '  ')}\n};`,
    `/** Validates the JSON body of a response. */\nexport const validateResponse: {\n${statuses.join('\n')}\n};\n`,
  ].join('\n\n');
}

const validatorTypes = `/** One rule that a value breaks. */
export interface ValidationError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** True when the value is valid; otherwise \`errors\` has every broken rule, until the next call. */
export interface Validator<T> {
  (value: unknown): value is T;
  errors?: readonly ValidationError[] | null;
}`;
