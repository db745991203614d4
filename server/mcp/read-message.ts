import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';
import { describeJsonProblem } from '../http/describe-json-problem.ts';
import { readBody } from '../http/read-body.ts';
import { deepestJson } from '../http/scan-json.ts';

/**
 * The JSON of a body, as the API reads it: within its size and depth (decision 0025). undefined where there is none,
 * or what is no JSON: the protocol has an answer of its own to that. Throws ServiceError `payload_too_large`,
 * `invalid_request`.
 */
export async function readMessage(request: IncomingMessage): Promise<unknown> {
  const body = parse((await readBody(request)).toString());
  if (!isDeeperThan(deepestJson, body)) return body;
  throw new ServiceError('invalid_request', describeJsonProblem({ rule: 'depth', field: [] }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
