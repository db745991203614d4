import { readFileSync } from 'node:fs';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { error as contractErrors, middleware } from 'express-openapi-validator';
import { operations, type OperationId } from '../../generated/operations.ts';
import { ServiceError } from '../errors.ts';
import { describeViolation } from './describe-violation.ts';
import { operationOf } from './request-context.ts';

const contract = new URL('../../generated/openapi.json', import.meta.url);

/** One step of express-openapi-validator, and what it takes for a request. */
type ValidatorStep = ReturnType<typeof middleware>[number];
type Found = NonNullable<Parameters<ValidatorStep>[0]['openapi']>;

/**
 * Validates requests against the contract, after authentication, path and JSON have been judged. With
 * `validateResponses` an answer that the contract does not know becomes a 500, so that tests find it.
 */
export function validateOpenApi(options: {
  readonly validateResponses: boolean;
}): (RequestHandler | ErrorRequestHandler)[] {
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
  // The judge of answers needs what the other steps leave behind.
  return [...(options.validateResponses ? needed : [onceForEachUrl(needed)]), nameTheField];
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

/** How many addresses, and of what length, are remembered before they are forgotten. */
const mostUrls = 1_000;
const longestUrl = 300;

/**
 * Runs the steps, but for a read whose address has passed them before: the contract has no parameters in header
 * fields of reads, so that their method, path and query are all that is judged.
 */
function onceForEachUrl(steps: readonly ValidatorStep[]): ValidatorStep {
  const passed = new Map<string, Request['query']>();
  return function judgeOnceMiddleware(request, response, next) {
    const id = operationOf(request);
    const isRead = !operations[id].requestBody;
    const key = `${id} ${request.originalUrl}`;
    const known = isRead ? passed.get(key) : undefined;
    if (known !== undefined) {
      request.query = known;
      return next();
    }
    return runSteps(steps, request, response, (error?: unknown) => {
      if (error === undefined && isRead && key.length <= longestUrl) {
        if (passed.size >= mostUrls) passed.clear();
        passed.set(key, request.query);
      }
      next(error);
    });
  };
}

function runSteps(
  steps: readonly ValidatorStep[],
  ...[request, response, next]: Parameters<ValidatorStep>
): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return next();
  return step(request, response, (error?: unknown) =>
    error === undefined ? runSteps(rest, request, response, next) : next(error),
  );
}

const nameTheField: ErrorRequestHandler = (error: unknown, request, _response, next) => {
  const isViolation = error instanceof contractErrors.BadRequest;
  next(
    isViolation ? new ServiceError('invalid_request', describeViolation(error.errors, request.body)) : error,
  );
};
