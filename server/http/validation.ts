import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { error as contractErrors, middleware } from 'express-openapi-validator';
import { ServiceError } from '../errors.ts';
import { describeViolation, fieldName } from '../support/field-errors.ts';

/** Documents of generated/. */
const documents = {
  api: new URL('../../generated/openapi.json', import.meta.url),
  dashboard: new URL('../../generated/dashboard.json', import.meta.url),
};

interface ValidationOptions {
  readonly validateResponses: boolean;
}

const validators = new Map<string, RequestHandler[]>();

/**
 * Validates a request against a document with express-openapi-validator. With `validateResponses` a response that breaks
 * the document becomes a 500. Compiled once a process, whatever it serves.
 */
export function validateRequest(name: keyof typeof documents, options: ValidationOptions): RequestHandler[] {
  const key = `${name} ${options.validateResponses}`;
  const validator = validators.get(key) ?? createValidator(name, options);
  validators.set(key, validator);
  return validator;
}

function createValidator(name: keyof typeof documents, options: ValidationOptions): RequestHandler[] {
  const validate = middleware({
    apiSpec: JSON.parse(readFileSync(documents[name], 'utf8')),
    // Gates of their own check the document, and `authenticate` the key.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    validateResponses: options.validateResponses,
  });
  return [requireStrictQuery, ignoreTypeWithoutBody, ...validate];
}

// The validator compiles and keeps a schema for every Content-Type that it sees.
const ignoreTypeWithoutBody: RequestHandler = (request, _response, next) => {
  if (request.body === undefined) delete request.headers['content-type'];
  next();
};

/** Rejects a query that is not UTF-8, contains NUL or has a parameter twice (decisions 0005, 0025). */
const requireStrictQuery: RequestHandler = (request, _response, next) => {
  const start = request.originalUrl.indexOf('?');
  if (start >= 0) checkQuery(request.originalUrl.slice(start + 1));
  next();
};

function checkQuery(query: string): void {
  const names = new Set<string>();
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = splitOnce(pair, '=').map(decode);
    if (names.has(name)) throw invalid(`${fieldName([name])} is duplicated`);
    if (value.includes('\0')) throw invalid(`${fieldName([name])} must not contain the character NUL`);
    names.add(name);
  }
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('the query is not percent-encoded UTF-8');
  }
}

/** The ServiceError of a rejection by the validator, which names the field of `body`; undefined for any other error. */
export function validationError(error: unknown, body: unknown): ServiceError | undefined {
  return error instanceof contractErrors.BadRequest
    ? invalid(describeViolation(error.errors[0], body))
    : undefined;
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
