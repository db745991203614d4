import type { Request, Response } from 'express';
import type { operations } from '../../generated/api.d.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Deps } from '../deps.ts';
import type { BodyOf, QueryOf, ResultOf } from './operation-types.ts';

/** One authenticated and validated request. */
export interface Call<Id extends OperationId = OperationId> {
  readonly request: Request;
  readonly response: Response;
  readonly store: StoreRecord;
  /** The widget's visitor; undefined for an API key, which may do everything in its store. */
  readonly visitor: AuthenticatedVisitor | undefined;
  readonly body: BodyOf<operations[Id]>;
  readonly query: QueryOf<operations[Id]>;
}

/** A JSON response with a success status of the contract. Failures are thrown as ServiceError. */
export type Result<Id extends OperationId> = ResultOf<operations[Id]>;

/** Serves one operation; undefined means that it has written the response itself, as the stream does. */
export type Handler<Id extends OperationId> = (deps: Deps, call: Call<Id>) => Promise<Result<Id> | undefined>;

/** One handler for each operationId: a new operation does not compile until it is served. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
