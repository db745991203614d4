import { ServiceError } from '../errors.ts';
import { isObject } from '../is-object.ts';
import { describeJsonProblem } from './describe-json-problem.ts';
import { scanJson } from './scan-json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The JSON object of a request body. Throws ServiceError `invalid_request` for everything that two readers could
 * understand differently, or that a database would not give back unchanged (decision 0025).
 */
export function parseStrictJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) throw invalid('the body is empty: send a JSON object');
  const text = decode(bytes);
  const value = parse(text);
  const problem = scanJson(text);
  if (problem !== null) throw invalid(describeJsonProblem(problem));
  if (!isObject(value)) throw invalid('the body must be a JSON object');
  return { ...value };
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('the body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words quote the body.
    throw invalid('the body is not valid JSON');
  }
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
