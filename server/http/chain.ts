import type { NextFunction, RequestHandler } from 'express';

/**
 * Several middleware as one: each runs when the one before it calls `next`, and what one throws, rejects with or
 * hands on ends the chain. Express would match the path, and walk over its whole table, for each of them anew.
 */
export function chain(...steps: readonly RequestHandler[]): RequestHandler {
  return function chainMiddleware(request, response, done) {
    let index = 0;
    const next = (error?: unknown): void => {
      if (error !== undefined) return done(error);
      const step = steps[index];
      index += 1;
      if (step === undefined) return done();
      try {
        const running: unknown = step(request, response, next as NextFunction);
        if (running instanceof Promise) running.catch((thrown: unknown) => done(thrown ?? noReason()));
      } catch (thrown) {
        done(thrown ?? noReason());
      }
    };
    next();
  };
}

/** A failure without a value must not look like none: the chain would go on. */
function noReason(): Error {
  return new Error('a middleware failed without a reason');
}
