import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { error as contractErrors, middleware } from 'express-openapi-validator';
import type { OperationId } from '../../generated/operations.ts';
import { ServiceError } from '../errors.ts';
import { describeViolation, fieldName } from '../support/field-errors.ts';
import { chain } from './chain.ts';
import { contextOf, operationOf } from './request-context.ts';

const contract = new URL('../../generated/openapi.json', import.meta.url);

/** One step of express-openapi-validator, and what it takes for a request. */
type ValidatorStep = ReturnType<typeof middleware>[number];
type Found = NonNullable<Parameters<ValidatorStep>[0]['openapi']>;

/**
 * Validates requests against the contract, after authentication, path and JSON have been judged. With
 * `validateResponses` an answer that the contract does not know becomes a 500, so that tests find it.
 */
export function validateOpenApi(options: { readonly validateResponses: boolean }): RequestHandler {
  const steps: ValidatorStep[] = middleware({
    apiSpec: JSON.parse(readFileSync(contract, 'utf8')),
    // The contract's own gates have done this; here it would only delay the start.
    validateApiSpec: false,
    validateSecurity: false,
    fileUploader: false,
    validateResponses: options.validateResponses,
  });
  const needed = steps
    .filter(({ name }) => !idleSteps.has(name))
    .map((step) => (step.name === lookUpStep ? onceForEachOperation(step) : step));
  return judge(needed);
}

// The contract has no parameters in paths, and keys are not the validator's to judge.
const idleSteps: ReadonlySet<string> = new Set(['pathParamsMiddleware', 'securityMiddleware']);
const lookUpStep = 'metadataMiddleware';

/**
 * The validator looks the operation up by compiling the pattern of one path after the other, for each request. What
 * it finds is the same for all requests of an operation, because no path of the contract has parameters.
 */
function onceForEachOperation(lookUp: ValidatorStep): ValidatorStep {
  const found = new Map<OperationId, Found>();
  return function lookUpOnceMiddleware(request, response, next) {
    const id = operationOf(request);
    const known = found.get(id);
    if (known !== undefined) {
      request.openapi = known;
      return next();
    }
    return lookUp(request, response, (error?: unknown) => {
      if (error === undefined && request.openapi !== undefined) found.set(id, request.openapi);
      next(error);
    });
  };
}

/** Runs the validator's steps, and says in our words which field is wrong. */
function judge(steps: readonly ValidatorStep[]): RequestHandler {
  const validate = chain(
    ...steps.map(
      (step): RequestHandler =>
        (request, response, next) =>
          withoutTrace(() => step(request, response, next)),
    ),
  );
  return function judgeMiddleware(request, response, next) {
    return validate(request, response, (error?: unknown) => {
      // What follows runs in the validator's own turn, and its failures are read.
      Error.stackTraceLimit = usualTrace;
      contextOf(request).query = request.query;
      next(error === undefined ? undefined : nameTheField(error, request.body));
    });
  };
}

const usualTrace = Error.stackTraceLimit;

/**
 * Nobody reads the traces of the validator's refusals, and they cost more than its judgement. It judges in the
 * microtask that `run` leaves behind: the next one after it has traces again.
 */
function withoutTrace(run: () => unknown): unknown {
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    queueMicrotask(() => (Error.stackTraceLimit = usualTrace));
  }
}

function nameTheField(error: unknown, body: unknown): unknown {
  if (!(error instanceof contractErrors.BadRequest)) return error;
  return new ServiceError('invalid_request', describeViolation(error.errors[0], body));
}

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
