import type { ErrorRequestHandler, RequestHandler } from 'express';
import { asServiceError, errorBody, ServiceError, statusOfError } from '../errors.ts';
import { bodyError } from './json-body.ts';
import { validationError } from './validation.ts';

/** 404 for every path that no route serves. */
export const notFound: RequestHandler = () => {
  throw new ServiceError('not_found', 'not found');
};

/** Sends the error body of source 2.5 for every failure; details of an internal failure go to the log only. */
export const handleErrors: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  const failure =
    pathError(error) ?? bodyError(error) ?? validationError(error, request.body) ?? asServiceError(error);
  if (failure.code === 'internal') {
    response.locals.log.error({ err: failure.cause ?? failure }, 'request failed');
  }
  if (response.headersSent) {
    // Closing the connection is the only way to say that the response is incomplete.
    response.destroy();
    return;
  }
  response.status(statusOfError[failure.code]).set(failure.headers).json(errorBody(failure));
};

/** Express cannot decode a path parameter such as `%ff`. */
function pathError(error: unknown): ServiceError | undefined {
  if (!(error instanceof URIError)) return undefined;
  return new ServiceError('invalid_request', 'the path has an invalid percent-encoding');
}
