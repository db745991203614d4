import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  contentSchemas,
  dereference,
  listOperations,
  listParameters,
  listResponses,
  type ContractOperation,
} from '../contract/contract.ts';
import { listFiles } from '../contract/files.ts';
import { asArray, asObject, asString, asStrings, type Json, type JsonObject } from '../contract/json.ts';

/**
 * generated/operations.ts: operationId to method, path, statuses, schemas and requirements, and the union of the ids. Only
 * operations below /api: the rest of the contract is served by routes of its own.
 */
export function writeOperationsTable(openapi: JsonObject): string {
  const operations = listOperations(openapi).filter(({ path }) => path.startsWith('/api/'));
  return writeTable(openapi, { name: 'the API', operations, writeRow: apiRow });
}

/** generated/dashboard-operations.ts: operationId to method, path and what a request needs, and the union of the ids. */
export function writeDashboardTable(dashboard: JsonObject): string {
  return writeTable(dashboard, {
    name: 'the dashboard',
    operations: listOperations(dashboard),
    writeRow: dashboardRow,
  });
}

interface OperationTable {
  readonly name: string;
  readonly operations: readonly ContractOperation[];
  readonly writeRow: (openapi: JsonObject, operation: ContractOperation) => JsonObject;
}

function writeTable(openapi: JsonObject, { name, operations, writeRow }: OperationTable): string {
  const table = Object.fromEntries(
    operations.map((operation) => [operation.id, writeRow(openapi, operation)]),
  );
  return [
    `/** Every operation of ${name} by its operationId. */`,
    `export const operations = ${writeValue(table)} as const;`,
    '',
    '/** A total map over this union does not compile until each operation is served. */',
    'export type OperationId = keyof typeof operations;\n',
  ].join('\n');
}

function dashboardRow(dashboard: JsonObject, operation: ContractOperation): JsonObject {
  const { id, method, path, object } = operation;
  const body = object['requestBody'];
  return {
    method,
    path,
    tag: asString(asArray(object['tags'], `tags of ${id}`)[0], `tag of ${id}`),
    successStatus: successOf(dashboard, operation).status,
    // `security: []` means that no session is needed.
    session: object['security'] === undefined,
    role: asString(object['x-role'], `x-role of ${id}`),
    recentSignIn: object['x-recent-sign-in'] === true,
    requestBody: body !== undefined,
  };
}

/** The one 2xx response of an operation. Throws when there is none, or another one. */
function successOf(openapi: JsonObject, operation: ContractOperation) {
  const successes = listResponses(openapi, operation).filter(({ status }) => status >= 200 && status < 300);
  const [success] = successes;
  if (success === undefined || successes.length > 1)
    throw new Error(`${operation.id} must have exactly one 2xx status`);
  return success;
}

function apiRow(openapi: JsonObject, operation: ContractOperation): JsonObject {
  const { id, method, path, object } = operation;
  const statuses = listResponses(openapi, operation).map((response) => response.status);
  const success = successOf(openapi, operation);
  const body = object['requestBody'];
  const requestSchemas =
    body === undefined ? {} : schemaNames(dereference(openapi, asObject(body, `requestBody of ${id}`)));
  return {
    method,
    path,
    summary: asString(object['summary'], `summary of ${id}`),
    successStatus: success.status,
    statuses,
    requirements: asStrings(object['x-requirements'], `x-requirements of ${id}`),
    query: listParameters(openapi, operation)
      .filter((parameter) => parameter['in'] === 'query')
      .map((parameter) => asString(parameter['name'], `parameter of ${id}`)),
    requestBody: body !== undefined,
    requestSchema: requestSchemas['application/json'] ?? null,
    successSchemas: schemaNames(success.object),
  };
}

function schemaNames(body: JsonObject): JsonObject {
  return Object.fromEntries(
    contentSchemas(body).map(([mediaType, schema]) => [
      mediaType,
      asString(schema['$ref'], `$ref of ${mediaType}`).replace('#/components/schemas/', ''),
    ]),
  );
}

/** generated/plans.ts: the limits of each plan (source 8). A plan whose limits each store agrees on is null. */
export function writePlansTable(openapi: JsonObject): string {
  const rows = Object.entries(asObject(openapi['x-plans'], 'x-plans'))
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, plan]): [string, Json] => [name, planRow(name, asObject(plan, name))]);
  return [
    '/** What each plan allows; null where a store agrees limits of its own (source 8, decision 0013). */',
    `export const plans = ${writeValue(Object.fromEntries(rows))} as const;`,
    '',
    'export type PlanName = keyof typeof plans;\n',
  ].join('\n');
}

function planRow(name: string, plan: JsonObject): Json {
  const { requests_per_minute: requestsPerMinute, agents } = plan;
  if (requestsPerMinute === null && agents === null) return null;
  if (typeof requestsPerMinute !== 'number' || typeof agents !== 'number') {
    throw new Error(`x-plans: ${name} must state both limits, or null for both`);
  }
  return { requestsPerMinute, agents };
}

const requirementTypes = `/** The source has the sentence; it follows from stated sentences; the source leaves it open. */
export type RequirementLevel = 'stated' | 'derived' | 'open';
export type Verification = 'black-box' | 'server-test' | 'browser' | 'excluded';

/** One binding sentence of the source, in our own words. */
export interface Requirement {
  readonly id: RequirementId;
  readonly section: SectionId;
  readonly level: RequirementLevel;
  readonly verified: readonly Verification[];
  readonly text: string;
  /** The line of the source, or its lines as 34-36; undefined for an open point. */
  readonly line?: string;
  /** The source's own words there. */
  readonly quote?: string;
  /** Why a derived requirement follows. */
  readonly inference?: string;
  /** The record that settles an open point. */
  readonly decision?: string;
  /** Why no machine checks it. */
  readonly reason?: string;
}`;

/** generated/requirements.ts: every requirement, the union of their ids, and the titles of the source's sections. */
export function writeRequirementsTable(requirements: JsonObject): string {
  const rows = asArray(requirements['requirements'], 'requirements');
  const ids = rows.map((row) => asString(asObject(row, 'requirement')['id'], 'id'));
  return [
    `export type RequirementId =\n${ids.map((id) => `  | '${id}'`).join('\n')};`,
    `/** The titles of the source's sections. */\nexport const sectionTitles = ${writeValue(asObject(requirements['sections'], 'sections'))} as const;`,
    'export type SectionId = keyof typeof sectionTitles;',
    requirementTypes,
    `export const requirementsVersion = ${writeValue(asString(requirements['version'], 'version'))};`,
    `export const requirements: readonly Requirement[] = ${writeValue(rows)};\n`,
  ].join('\n\n');
}

/** A value as TypeScript source. */
function writeValue(value: Json): string {
  return JSON.stringify(value, undefined, 2);
}

/** Files of spec/ that another deployment's contract does not depend on. */
const notOfContract = ['README.md', 'dashboard.yaml', 'lint-excuses.yaml'];

/**
 * generated/spec-hash.json: the SHA-256 of each file of spec/ and of all together, so that a report can name its contract.
 * What `notOfContract` lists is not part of it.
 */
export function hashSpec(specFolder: string): { readonly all: string; readonly files: object } {
  const files = listFiles(specFolder).filter(
    (file) =>
      /\.(yaml|md|json)$/.test(file) && !notOfContract.includes(file) && !file.startsWith('released/'),
  );
  const hashes = files.map((file) => [file, sha256(readFileSync(join(specFolder, file), 'utf8'))] as const);
  const all = sha256(hashes.map(([file, hash]) => `${hash}  ${file}\n`).join(''));
  return { all, files: Object.fromEntries(hashes) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
