import type { Request, Response } from 'express';
import type { operations } from '../../generated/api.d.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Deps } from '../deps.ts';

type JsonOf<Content> = Content extends { 'application/json': infer Json } ? Json : never;
type Responses<Id extends OperationId> = operations[Id]['responses'];
type SuccessStatus<Id extends OperationId> = keyof Responses<Id> & (200 | 201);

/** The request body of an operation, as the contract describes it. */
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: infer Content };
}
  ? JsonOf<Content>
  : undefined;

/** The query parameters of an operation, as the contract describes them. */
type QueryOf<Id extends OperationId> = operations[Id] extends { parameters: { query: infer Query } }
  ? Query
  : Readonly<Record<string, never>>;

/** One authenticated and validated request. */
export interface Call<Id extends OperationId = OperationId> {
  readonly request: Request;
  readonly response: Response;
  readonly store: StoreRecord;
  /** The widget's visitor; undefined for an API key, which may do everything in its store. */
  readonly visitor: AuthenticatedVisitor | undefined;
  readonly body: BodyOf<Id>;
  readonly query: QueryOf<Id>;
}

/** A JSON response with a success status of the contract. Failures are thrown as ServiceError. */
export type Result<Id extends OperationId> = {
  readonly [Status in SuccessStatus<Id>]: {
    readonly status: Status;
    readonly body: Responses<Id>[Status] extends { content: infer Content } ? JsonOf<Content> : never;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[SuccessStatus<Id>];

/** Serves one operation; undefined means that it has written the response itself, as the stream does. */
export type Handler<Id extends OperationId> = (deps: Deps, call: Call<Id>) => Promise<Result<Id> | undefined>;

/** One handler for each operationId: a new operation does not compile until it is served. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
