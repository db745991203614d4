import type { RequestHandler } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import { contextOf, operationOf, type Query } from './request-context.ts';

/** How many addresses of an operation, and of what length, are remembered before they are forgotten. */
const mostUrls = 1_000;
const longestUrl = 300;

/**
 * Has every request judged, but for a read whose address has passed before: the contract has no parameters in
 * header fields of reads, so that their method, path and query are all that is judged.
 */
export function judgeOnce(judge: RequestHandler): RequestHandler {
  const passed = new Map<OperationId, Map<string, Query>>();
  return function judgeOnceMiddleware(request, response, next) {
    const id = operationOf(request);
    if (operations[id].requestBody) return judge(request, response, next);
    const context = contextOf(request);
    const urls = passed.get(id) ?? new Map<string, Query>();
    const known = urls.get(request.originalUrl);
    if (known !== undefined) {
      context.query = known;
      return next();
    }
    return judge(request, response, (error?: unknown) => {
      if (error === undefined && request.originalUrl.length <= longestUrl) {
        if (urls.size >= mostUrls) urls.clear();
        passed.set(id, urls.set(request.originalUrl, context.query));
      }
      next(error);
    });
  };
}
