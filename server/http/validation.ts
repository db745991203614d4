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
  const prefix = prefixOf(path);
  const key = `${prefix} ${validateResponses}`;
  let validate = validators.get(key);
  return (request, response, next) => {
    if (validate === undefined) {
      validate = validators.get(key) ?? createValidator(prefix, validateResponses);
      validators.set(key, validate);
    }
    validate(request, response, next);
  };
}

const dashboardPrefix = '/dashboard/';

/**
 * The paths that have one validator begin with this: each of the API alone, and all of the dashboard. A validator compiles
 * the patterns of its paths for each request until one matches, and walks through all of its document for each request or
 * response that it compiles; but each takes 0.1 s of CPU, for it compiles the schema of OpenAPI documents, too.
 */
function prefixOf(path: string): string {
  return path.startsWith(dashboardPrefix) ? dashboardPrefix : path;
}

function createValidator(prefix: string, validateResponses: boolean): RequestHandler {
  const document = prefix === dashboardPrefix ? 'dashboard' : 'openapi';
  const text = readFileSync(new URL(`../../generated/${document}.json`, import.meta.url), 'utf8');
  const validate = middleware({
    apiSpec: partOf(text, prefix, validateResponses),
    // Gates of their own check the document, and `authenticate` the key.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    validateResponses,
  });
  return Router().use(requireStrictQuery, ignoreTypeWithoutBody, ...validate);
}

/** The paths of a document with this prefix, and the components that they refer to; responses where they are validated. */
function partOf(text: string, prefix: string, withResponses: boolean) {
  const { openapi, info, paths, components } = JSON.parse(text, (key, value) =>
    key === 'responses' && !withResponses ? {} : value,
  );
  for (const path of Object.keys(paths)) if (prefixOf(path) !== prefix) delete paths[path];
  const used: Components = {};
  addReferences(paths, components, used);
  return { openapi, info, paths, components: used };
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
