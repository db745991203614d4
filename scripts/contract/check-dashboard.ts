import { join } from 'node:path';
import { listOperations, type ContractOperation } from './contract.ts';
import { readYaml } from './files.ts';
import { asArray, asObject, isArray, type Json, type JsonObject } from './json.ts';

const roles = ['owner', 'member', 'none'];

/** Reads dashboard.yaml in `specFolder`; returns one line for each rule of decision 0039 that it breaks. */
export function checkDashboard(specFolder: string): string[] {
  const document = asObject(readYaml(join(specFolder, 'dashboard.yaml')), 'dashboard.yaml');
  const schemas = asObject(asObject(document['components'], 'components')['schemas'], 'schemas');
  const problems = [
    ...listOperations(document).flatMap((operation) => operationProblems(document, operation)),
    ...Object.entries(schemas).flatMap(([name, schema]) => openObjects(schema, name)),
  ];
  return problems.map((problem) => `dashboard.yaml: ${problem}`);
}

function operationProblems(document: JsonObject, { id, method, path, object }: ContractOperation): string[] {
  const role = object['x-role'];
  const recent = object['x-recent-sign-in'];
  const isPublic = object['security'] !== undefined;
  const hasBody = object['requestBody'] !== undefined;
  const hasStore = path.startsWith('/dashboard/api/stores/{store_id}/');
  const statuses = Object.keys(asObject(object['responses'], `responses of ${id}`));
  const hasPathParameter =
    asObject(asObject(document['paths'], 'paths')[path], path)['parameters'] !== undefined;
  const rules: [holds: boolean, problem: string][] = [
    [path.startsWith('/dashboard/api/'), 'its path must begin with /dashboard/api/'],
    [typeof role === 'string' && roles.includes(role), `x-role must be one of ${roles.join(', ')}`],
    [
      (role === 'none') !== hasStore,
      'x-role must be none where the path has no store, and a role where it has one',
    ],
    [!isPublic || isEmptyList(object['security']), 'security may only be the empty list'],
    [!isPublic || role === 'none', 'an operation with a role needs a session'],
    [
      recent === undefined || (recent === true && !isPublic),
      'x-recent-sign-in must be true, and needs a session',
    ],
    [
      recent === true || method === 'get' || !opensAccess(object),
      'what changes keys or the team needs x-recent-sign-in: true',
    ],
    [method !== 'get' || !hasBody, 'a GET has no body'],
    [isPublic || statuses.includes('401'), 'an operation that needs a session must list 401'],
    [!hasBody || (statuses.includes('413') && statuses.includes('415')), 'a body needs 413 and 415'],
    [!hasPathParameter || statuses.includes('404'), 'a path with a parameter needs 404'],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => `${id}: ${problem}`);
}

/** Whether an operation is about who or what may use a store. */
function opensAccess({ tags }: JsonObject): boolean {
  const [tag] = asArray(tags ?? [], 'tags');
  return tag === 'api-keys' || tag === 'team';
}

function isEmptyList(value: Json | undefined): boolean {
  return value !== undefined && isArray(value) && value.length === 0;
}

/** The places of objects with properties that allow others. */
function openObjects(value: Json, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isArray(value)) return value.flatMap((item, index) => openObjects(item, `${place}[${index}]`));
  const isOpen = isSchemaWithProperties(value) && value['additionalProperties'] !== false;
  const below = Object.entries(value).flatMap(([key, item]) => openObjects(item, `${place}.${key}`));
  return isOpen ? [`${place} must have additionalProperties: false`, ...below] : below;
}

function isSchemaWithProperties({ type, properties }: JsonObject): boolean {
  return type !== undefined && properties !== undefined;
}
