import { isObject } from '../exchange.ts';
import type { ClauseFailure } from './clause-result.ts';

/** What a failure looks like from outside, so that failures of one cause can be found. */
export interface Symptom {
  /** Failures that share a key have the same cause. */
  readonly keys: readonly string[];
  /** What is wrong, where the response alone says it; undefined where the clause does. */
  readonly title: string | undefined;
}

const fields =
  /\b(config(?:\.[a-z_]+)?|created_at|updated_at|conversation_id|agent_id|chatbot_id|description|name|type|id)\b/;

/** A JSON text, or undefined for another one. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The name of the only member that has the object or list that is expected in its place. */
export function wrapperOf(body: unknown): string | undefined {
  if (!isObject(body) || 'id' in body || 'error' in body) return undefined;
  const inner = Object.entries(body).filter(
    ([, value]) => isObject(value) && 'id' in value && 'name' in value,
  );
  return inner.length === 1 ? inner[0]?.[0] : undefined;
}

function wrapperTitle(operation: string | undefined, wrapper: string): string {
  const what = operation === 'POST /api/agents' ? 'Every created agent' : `The object of ${operation}`;
  return `${what} comes wrapped in \`${wrapper}\``;
}

/** The statuses that an expectation names. */
function expectedStatuses(expected: string): string | undefined {
  if (/\baccepted\b/.test(expected)) return 'success';
  return /\bstatus (\d{3}(?:(?:, | or )\d{3})*)/.exec(expected)?.[1];
}

/** Whether a body is an error of the contract. Source 2.5. */
function isError(body: unknown): boolean {
  return isObject(body) && typeof body['error'] === 'string' && Number(body['status']) >= 400;
}

function isSuccess(statuses: string): boolean {
  return statuses === 'success' || statuses.startsWith('2');
}

/** The symptom of the status: a failure of the server, or another one than expected. */
function ofStatus({ operation, expected, response }: ClauseFailure): Symptom | undefined {
  if (response === undefined || operation === undefined) return undefined;
  const { status } = response;
  const everywhere = { keys: [`status ${status}`], title: `${operation} responds with ${status}` };
  if (status >= 500) return everywhere;
  const statuses = expectedStatuses(expected);
  if (statuses === undefined || statuses.includes(String(status))) return undefined;
  // No path, or no key, is a matter of all operations.
  if (status < 300 && isError(parsed(response.body)))
    return { keys: ['errors with success'], title: `${operation} responds to errors with ${status}` };
  if (status === 404 || ([401, 403].includes(status) && isSuccess(statuses))) return everywhere;
  const title =
    statuses === 'success'
      ? `${operation} rejects a valid request with ${status}`
      : `${operation} responds with ${status} where ${statuses} is expected`;
  return { keys: [`${operation} ${statuses} ${status}`], title };
}

/** The field that a failure is about, so that its storage, its default and its lists are one cause. */
function fieldOf({ expected, actual }: ClauseFailure): string | undefined {
  const own = fields.exec(expected)?.[1];
  return own !== undefined && !/^each |^the created/.test(expected) ? own : fields.exec(actual)?.[1];
}

// What one part of a server decides for all of its operations.
const shared: readonly {
  readonly key: string;
  readonly title: string;
  readonly isOf: (one: ClauseFailure) => boolean;
}[] = [
  {
    key: 'json reader',
    title: 'JSON is not read as RFC 8259 defines it',
    isOf: ({ checkId }) => checkId.startsWith('json/') || checkId === 'agents/malformed-bodies',
  },
  {
    key: 'plain http',
    title: 'Requests over plain HTTP are served',
    isOf: ({ expected, response }) => /plain HTTP/.test(expected) && (response?.status ?? 0) < 300,
  },
  {
    key: 'no key',
    title: 'Requests without a valid key are served',
    isOf: ({ expected, response }) =>
      /401|without (?:a valid key|Authorization)/.test(expected) && (response?.status ?? 200) < 300,
  },
];

/** The symptom of a failure. */
export function symptomOf(failure: ClauseFailure): Symptom {
  const { operation, response, curl, actual } = failure;
  if (operation !== undefined && response === undefined)
    return { keys: [`${operation} ${actual}`], title: `${operation}: ${actual}` };
  const wrapper =
    response !== undefined && response.status < 300 ? wrapperOf(parsed(response.body)) : undefined;
  if (wrapper !== undefined)
    return {
      keys: [`wrapper ${wrapper}`],
      title: wrapperTitle(operation, wrapper),
    };
  const [, name, spelled] = /expected `(\w+)`, found `([\w-]+)`$/.exec(actual) ?? [];
  if (name !== undefined) return { keys: [`field ${name}`], title: `\`${name}\` is spelled \`${spelled}\`` };
  const status = ofStatus(failure);
  const isBroken = response !== undefined && (response.status >= 500 || [401, 403].includes(response.status));
  const part = isBroken ? undefined : shared.find(({ isOf }) => isOf(failure));
  if (part !== undefined) return { keys: [part.key, ...(status?.keys ?? [])], title: part.title };
  if (status !== undefined) return { ...status, keys: [...status.keys, `${curl}`] };
  const isMissing = operation === 'POST /api/agents' && /(?:(?:got|returned) nothing|missing)$/.test(actual);
  if (isMissing) return { keys: [`${curl} ${actual}`, 'created agents lack fields'], title: undefined };
  const field = operation?.endsWith('/api/agents') === true ? fieldOf(failure) : undefined;
  // Of one response each field is a cause of its own.
  if (field !== undefined) return { keys: [`${curl} ${actual}`, `field ${field}`], title: undefined };
  return { keys: curl === undefined ? [actual] : [curl], title: undefined };
}
