import {
  contentSchemas,
  dereference,
  listOperations,
  listParameters,
  listResponses,
  type ContractOperation,
} from './contract.ts';
import { headLine } from './head-line.ts';
import { asObject, asString, asStrings, type Json, type JsonObject } from './json.ts';
import { writeLiteral } from './write-literal.ts';

/** generated/operations.ts: operationId to method, path, statuses, schemas and requirements, and the union of the ids. */
export function writeOperationsTable(openapi: JsonObject): string {
  const table = Object.fromEntries(
    listOperations(openapi).map((operation) => [operation.id, operationRow(openapi, operation)]),
  );
  return [
    `// ${headLine}`,
    '/** Every operation of the contract by its operationId. */',
    `export const operations = ${writeLiteral(table)} as const;`,
    '',
    '/** A total map over this union does not compile until each operation is served. */',
    'export type OperationId = keyof typeof operations;\n',
  ].join('\n');
}

function operationRow(openapi: JsonObject, operation: ContractOperation): JsonObject {
  const responses = listResponses(openapi, operation);
  const statuses = responses.map((response) => response.status);
  const success = successStatus(operation.id, statuses);
  return {
    method: operation.method,
    path: operation.path,
    summary: asString(operation.object['summary'], `summary of ${operation.id}`),
    successStatus: success,
    statuses,
    requirements: asStrings(operation.object['x-requirements'], `x-requirements of ${operation.id}`),
    query: queryParameters(openapi, operation),
    requestBody: operation.object['requestBody'] !== undefined,
    requestSchema: requestSchema(openapi, operation),
    successSchemas: schemaNames(responses.find(({ status }) => status === success)?.object ?? {}),
  };
}

function successStatus(id: string, statuses: readonly number[]): number {
  const successes = statuses.filter((status) => status >= 200 && status < 300);
  if (successes.length !== 1) throw new Error(`${id} must have exactly one 2xx status`);
  return Number(successes[0]);
}

function queryParameters(openapi: JsonObject, operation: ContractOperation): string[] {
  return listParameters(openapi, operation)
    .filter((parameter) => parameter['in'] === 'query')
    .map((parameter) => asString(parameter['name'], `parameter of ${operation.id}`));
}

function requestSchema(openapi: JsonObject, operation: ContractOperation): Json {
  const body = operation.object['requestBody'];
  if (body === undefined) return null;
  const names = schemaNames(dereference(openapi, asObject(body, `requestBody of ${operation.id}`)));
  return names['application/json'] ?? null;
}

function schemaNames(body: JsonObject): JsonObject {
  return Object.fromEntries(
    contentSchemas(body).map(([mediaType, schema]) => [mediaType, schemaName(schema, mediaType)]),
  );
}

function schemaName(schema: JsonObject, where: string): string {
  return asString(schema['$ref'], `$ref of ${where}`).replace('#/components/schemas/', '');
}
