import { readFileSync } from 'node:fs';
import { type RequestHandler, Router } from 'express';
import { error as contractErrors, middleware } from 'express-openapi-validator';
import { ServiceError } from '../errors.ts';
import { describeViolation, fieldName } from '../support/field-errors.ts';

interface ValidationOptions {
  readonly validateResponses: boolean;
}

const validators = new Map<string, RequestHandler>();

/**
 * Validates the requests of an operation with express-openapi-validator. With `validateResponses` a response that breaks
 * the document becomes a 500. Compiled with the first request, once a process, whatever it serves.
 */
export function validateRequest(
  { path }: { readonly path: string },
  { validateResponses }: ValidationOptions,
): RequestHandler {
  const key = `${path} ${validateResponses}`;
  let validate = validators.get(key);
  return (request, response, next) => {
    if (validate === undefined) {
      validate = validators.get(key) ?? createValidator(path, validateResponses);
      validators.set(key, validate);
    }
    validate(request, response, next);
  };
}

/**
 * A validator of one path: it compiles the patterns of its paths for each request until one matches, and walks through all
 * of its document for each request and response that it compiles.
 */
function createValidator(path: string, validateResponses: boolean): RequestHandler {
  const document = path.startsWith('/dashboard/') ? 'dashboard' : 'openapi';
  const text = readFileSync(new URL(`../../generated/${document}.json`, import.meta.url), 'utf8');
  const validate = middleware({
    apiSpec: partOf(text, path, validateResponses),
    // Gates of their own check the document, and `authenticate` the key.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    validateResponses,
  });
  return Router().use(requireStrictQuery, ignoreTypeWithoutBody, ...validate);
}

/** A path of a document, and the components that it refers to; responses where they are validated. */
function partOf(text: string, path: string, withResponses: boolean) {
  const { openapi, info, paths, components } = JSON.parse(text, (key, value) =>
    key === 'responses' && !withResponses ? {} : value,
  );
  const used: Components = {};
  addReferences(paths[path], components, used);
  return { openapi, info, paths: { [path]: paths[path] }, components: used };
}

type Components = Record<string, Record<string, object>>;

const reference = /"#\/components\/(\w+)\/([^"]+)"/g;

/** Adds to `used` what a part of a document refers to. */
function addReferences(part: object, all: Components, used: Components): void {
  for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(reference)) {
    const component = all[kind]?.[name];
    if (component === undefined || used[kind]?.[name] !== undefined) continue;
    used[kind] = { ...used[kind], [name]: component };
    addReferences(component, all, used);
  }
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
