import { isObject } from '../exchange.ts';
import type { Failure } from '../runner/run-check.ts';

/** What a failure looks like from outside, so that failures of one cause can be found. */
export interface Symptom {
  /** Failures that share a key have the same cause. */
  readonly keys: readonly string[];
  /** What is wrong, where the response alone says it; undefined where the clause does. */
  readonly title: string | undefined;
}

const fields =
  /\b(config(?:\.[a-z_]+)?|created_at|updated_at|conversation_id|agent_id|chatbot_id|description|name|type|id)\b/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The name of the only member that has the object or list that is expected in its place. */
function wrapperOf(body: unknown): string | undefined {
  if (!isObject(body) || 'id' in body || 'error' in body) return undefined;
  const inner = Object.entries(body).filter(
    ([, value]) => isObject(value) && 'id' in value && 'name' in value,
  );
  return inner.length === 1 ? inner[0]?.[0] : undefined;
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
function ofStatus({ operation, expected, response }: Failure): Symptom | undefined {
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
function fieldOf({ expected, actual }: Failure): string | undefined {
  const own = fields.exec(expected)?.[1];
  return own !== undefined && !/^each |^the created/.test(expected) ? own : fields.exec(actual)?.[1];
}

/** The symptom of a failure. */
export function symptomOf(failure: Failure): Symptom {
  const { operation, response, curl, actual } = failure;
  if (operation !== undefined && response === undefined)
    return { keys: [`${operation} ${actual}`], title: `${operation}: ${actual}` };
  const body = response === undefined ? undefined : parsed(response.body);
  const wrapper = response !== undefined && response.status < 300 ? wrapperOf(body) : undefined;
  if (wrapper !== undefined)
    return {
      keys: [`wrapper ${wrapper}`],
      title: `${operation}: the object comes wrapped in \`${wrapper}\``,
    };
  const status = ofStatus(failure);
  if (status !== undefined) return status;
  const same = `${curl} ${actual}`;
  if (operation === 'POST /api/agents' && /(?:(?:got|returned) nothing|missing)$/.test(actual))
    return { keys: [same, 'created agents lack fields'], title: undefined };
  const field = operation?.endsWith('/api/agents') === true ? fieldOf(failure) : undefined;
  return { keys: [same, ...(field === undefined ? [] : [`field ${field}`])], title: undefined };
}
