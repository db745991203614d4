import { operations } from '../../generated/operations.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { isValid, schemaOf } from '../arbitraries/contract-schema.ts';
import { repeatedName } from './json-text.ts';
import { bodyOf, mainStore, parseJson, type ApiRequest } from '../exchange.ts';

export type OperationName = keyof typeof operations;

/** The derived clause "a valid request succeeds" of each operation. */
export const clauseOfSuccess = {
  listAgents: 'R-4.2-06',
  createAgent: 'R-4.3-10',
  streamAgentChat: 'R-4.1-16',
  getWidgetConfig: 'R-4.4-04',
} as const satisfies Record<OperationName, RequirementId>;

const names = Object.keys(operations) as readonly OperationName[];

/** The operation that a request names, or undefined. */
export function operationOf({ method }: Pick<ApiRequest, 'method'>, url: string): OperationName | undefined {
  const { pathname } = new URL(url);
  return names.find(
    (name) => operations[name].path === pathname && operations[name].method === method.toLowerCase(),
  );
}

/** The parsed body of a request; undefined for one without a body, or with a body that is no JSON. */
export function requestBodyOf(request: ApiRequest): unknown {
  if (request.json !== undefined) return request.json;
  const body = parsed.has(request) ? undefined : bodyOf(request);
  if (typeof body === 'string') parsed.set(request, parseJson(body));
  return parsed.get(request);
}

// Bodies may be long, and several rules read them.
const parsed = new WeakMap<ApiRequest, unknown>();

const plainHeaders = ['accept', 'content-type'];

/** Whether a request has no other headers than those of its media types. */
export function hasPlainHeaders({ headers = {} }: ApiRequest): boolean {
  const type = headers['content-type'] ?? 'application/json';
  return type === 'application/json' && Object.keys(headers).every((name) => plainHeaders.includes(name));
}

/** Half a surrogate pair, or a NUL, in any text: whether such texts are accepted is open (decision 0025). */
function hasPlainTexts(body: unknown): boolean {
  const text = JSON.stringify(body) ?? '';
  return !/\\u(?:0000|d[89a-f])/i.test(text);
}

/** Whether a request has the key of a store, and a body or a query of the operation's schema, whatever its headers are. */
function hasValidContent(request: ApiRequest, url: string, operation: OperationName): boolean {
  if ((request.credential ?? mainStore).type !== 'store') return false;
  const { requestSchema } = operations[operation];
  if (requestSchema !== null) {
    const body = requestBodyOf(request);
    return isValid(schemaOf(requestSchema), body) && hasPlainTexts(body);
  }
  // Whether other parameters are rejected is open.
  const { searchParams } = new URL(url);
  if (operation !== 'getWidgetConfig') return searchParams.size === 0;
  return searchParams.size === 1 && (searchParams.get('chatbot_id') ?? '') !== '';
}

/**
 * The operation of a request that the contract allows, so that the response is a success, or a 4xx where the source
 * leaves a value open; undefined for any other request.
 */
export function validOperationOf(request: ApiRequest, url: string): OperationName | undefined {
  const operation = operationOf(request, url);
  if (operation === undefined || !hasPlainHeaders(request)) return undefined;
  return hasValidContent(request, url, operation) ? operation : undefined;
}

/** Whether a response with success is verified: any header may be beside a valid body in JSON without repeated names. */
export function isVerifiable(request: ApiRequest, url: string): boolean {
  const operation = operationOf(request, url);
  if (operation === undefined || !hasValidContent(request, url, operation)) return false;
  return operations[operation].requestSchema === null || isJsonBody(request);
}

function isJsonBody({ headers, body }: ApiRequest): boolean {
  const [type = 'application/json'] = Object.entries(headers ?? {})
    .filter(([name]) => name.toLowerCase() === 'content-type')
    .map(([, value]) => value);
  return /^application\/json\b/i.test(type) && (typeof body !== 'string' || repeatedName(body) === undefined);
}

// Texts that no service has a reason to reject.
const ordinary = /^(?=.*[A-Za-z])[A-Za-z0-9 .,?!']{1,100}$/;

/** Whether a message is short and of plain words. */
export function isOrdinary(message: unknown): boolean {
  return typeof message === 'string' && ordinary.test(message);
}
