import { readFileSync } from 'node:fs';
import { type RequestHandler, Router } from 'express';
import { error as contractErrors, middleware } from 'express-openapi-validator';
import { ServiceError } from '../errors.ts';
import { describeViolation, fieldName } from '../support/field-errors.ts';

const documents = {
  api: new URL('../../generated/openapi.json', import.meta.url),
  dashboard: new URL('../../generated/dashboard.json', import.meta.url),
};

interface ValidationOptions {
  readonly validateResponses: boolean;
}

const validators = new Map<string, RequestHandler>();

/**
 * Validates the requests of an operation with express-openapi-validator. With `validateResponses` a response that breaks
 * the document becomes a 500. Compiled with the first request, once a process, whatever it serves.
 */
export function validateRequest(
  name: keyof typeof documents,
  operation: OperationKey,
  options: ValidationOptions,
): RequestHandler {
  const key = [name, operation.method, operation.path, options.validateResponses].join(' ');
  let validate = validators.get(key);
  return (request, response, next) => {
    validate ??= validators.get(key) ?? createValidator(documentOf(name, operation, options), options);
    validators.set(key, validate);
    validate(request, response, next);
  };
}

function createValidator(
  apiSpec: OperationDocument,
  { validateResponses }: ValidationOptions,
): RequestHandler {
  const validate = middleware({
    apiSpec,
    // Gates of their own check the document, and `authenticate` the key.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    validateResponses,
  });
  return Router().use(requireStrictQuery, ignoreTypeWithoutBody, ...validate);
}

interface OperationKey {
  readonly method: string;
  readonly path: string;
}

type OperationDocument = Exclude<Parameters<typeof middleware>[0]['apiSpec'], string>;

/**
 * A document of one operation with the components that it refers to. The validator matches the path of each request with
 * those of its document in turn, and walks through all of it for each response that it compiles.
 */
function documentOf(
  name: keyof typeof documents,
  { method, path }: OperationKey,
  { validateResponses }: ValidationOptions,
): OperationDocument {
  const { openapi, info, paths, components } = readDocument(name);
  const { [method]: operation, parameters = [] } = paths[path] ?? {};
  const item = { parameters, [method]: validateResponses ? operation : { ...operation, responses: {} } };
  const used: Components = {};
  addReferences(item, components, used);
  // A copy: the validator writes into its document.
  return JSON.parse(JSON.stringify({ openapi, info, paths: { [path]: item }, components: used }));
}

/** A document, as far as it is cut here. */
interface ReadDocument {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Components;
}

const readDocuments = new Map<string, ReadDocument>();

function readDocument(name: keyof typeof documents): ReadDocument {
  const document = readDocuments.get(name) ?? JSON.parse(readFileSync(documents[name], 'utf8'));
  readDocuments.set(name, document);
  return document;
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
