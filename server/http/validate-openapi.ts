import { readFileSync } from 'node:fs';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { error as contractErrors, middleware } from 'express-openapi-validator';
import { ServiceError } from '../errors.ts';
import { describeViolation } from './describe-violation.ts';

const contract = new URL('../../generated/openapi.json', import.meta.url);

/**
 * Validates requests against the contract, after authentication, path and JSON have been judged. With
 * `validateResponses` an answer that the contract does not know becomes a 500, so that tests find it.
 */
export function validateOpenApi(options: {
  readonly validateResponses: boolean;
}): (RequestHandler | ErrorRequestHandler)[] {
  return [
    ...middleware({
      apiSpec: JSON.parse(readFileSync(contract, 'utf8')),
      // The contract's own gates have done this; here it would only delay the start.
      validateApiSpec: false,
      validateSecurity: false,
      fileUploader: false,
      validateResponses: options.validateResponses,
    }),
    nameTheField,
  ];
}

const nameTheField: ErrorRequestHandler = (error: unknown, request, _response, next) => {
  const isViolation = error instanceof contractErrors.BadRequest;
  next(
    isViolation ? new ServiceError('invalid_request', describeViolation(error.errors, request.body)) : error,
  );
};
