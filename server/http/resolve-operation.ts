import type { Request, RequestHandler } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import { ServiceError } from '../errors.ts';
import { contextOf } from './request-context.ts';

type Methods = Map<string, OperationId>;

const methodsOfPath = new Map<string, Methods>();
for (const id of Object.keys(operations) as OperationId[]) {
  const { path, method } = operations[id];
  const methods: Methods = methodsOfPath.get(path) ?? new Map();
  methodsOfPath.set(path, methods.set(method.toUpperCase(), id));
}

/** Finds the operation by exact path and method: 404 for another path, 405 with Allow for another method (decision 0026). */
export const resolveOperation: RequestHandler = function resolveOperationMiddleware(
  request,
  _response,
  next,
) {
  contextOf(request).operationId = findOperation(request);
  next();
};

/** The operation of a request by path and method, if there is one. */
export function operationAt(request: Request): OperationId | undefined {
  return methodsOfPath.get(contextOf(request).path)?.get(request.method);
}

function findOperation(request: Request): OperationId {
  const methods = methodsOfPath.get(contextOf(request).path);
  if (methods === undefined) throw new ServiceError('not_found', 'there is nothing at this path');
  const id = methods.get(request.method);
  if (id !== undefined) return id;
  const allowed = [...methods.keys()].join(', ');
  throw new ServiceError('method_not_allowed', `this path has only ${allowed}`, {
    headers: { Allow: allowed },
  });
}
