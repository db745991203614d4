import type { ErrorRequestHandler, RequestHandler } from 'express';
import { asServiceError, errorBody, ServiceError, statusOfError } from '../errors.ts';
import { addFields } from './answer-fields.ts';
import { contextOf } from './request-context.ts';
import { sendJson } from './send-json.ts';

/** What no route has answered. */
export const notFound: RequestHandler = () => {
  throw new ServiceError('not_found', 'there is nothing at this path');
};

/** Answers every failure with the error body of source 2.5; what was not meant for clients goes to the log only. */
export const sendErrors: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  const failure = asServiceError(error);
  if (failure.code === 'internal') {
    contextOf(request).log.error({ err: failure.cause ?? failure }, 'request failed');
  }
  if (response.headersSent) {
    // Nothing can be told any more, and a cut is the only honest end of an answer that is not whole.
    response.destroy();
    return;
  }
  addFields(response, failure.headers);
  sendJson(response, statusOfError[failure.code], errorBody(failure));
};

/** Answers what fails in `handler` at once: Express would first offer the failure to everything that comes after it. */
export function answerFailuresOf(handler: RequestHandler): RequestHandler {
  return function answerFailuresMiddleware(request, response, next) {
    return handler(request, response, (error?: unknown) => {
      if (error === undefined) next();
      else sendErrors(error, request, response, next);
    });
  };
}
