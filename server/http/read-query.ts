import type { RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';
import { fieldName } from './field-name.ts';

/** Reads the query strictly: 400 for what is not UTF-8, has a NUL, or is there twice (decisions 0005, 0025). */
export const readQuery: RequestHandler = function readQueryMiddleware(request, _response, next) {
  const mark = request.originalUrl.indexOf('?');
  const value = parseStrictQuery(mark < 0 ? '' : request.originalUrl.slice(mark));
  // Express parses again at every look; the validator puts its own descriptor in between.
  Object.defineProperty(request, 'query', { value, writable: true, configurable: true });
  next();
};

/** The parameters of `?a=1&b=2`. Throws ServiceError `invalid_request` that names the parameter. */
export function parseStrictQuery(search: string): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>();
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    if (parameters.has(name)) throw invalid(`${fieldName([name])} is there twice`);
    if (value.includes('\0')) throw invalid(`${fieldName([name])} must not contain the character NUL`);
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('the query is not percent-encoded UTF-8');
  }
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
