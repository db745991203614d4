import type { RequestHandler } from 'express';
import { contextOf } from './request-context.ts';

/** Runs a handler for a path and what is below it, as Express does for `use`, but without changing the address for it. */
export function onlyBelow(paths: readonly string[], handler: RequestHandler): RequestHandler {
  const folders = paths.map((path) => `${path}/`);
  return function onlyBelowMiddleware(request, response, next) {
    const { path } = contextOf(request);
    const isBelow = paths.includes(path) || folders.some((folder) => path.startsWith(folder));
    return isBelow ? handler(request, response, next) : next();
  };
}
