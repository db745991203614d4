import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { operations } from '../../generated/api.d.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Deps } from '../deps.ts';

type JsonOf<Content> = Content extends { 'application/json': infer Json } ? Json : never;
type Responses<Id extends OperationId> = operations[Id]['responses'];
type SuccessStatus<Id extends OperationId> = keyof Responses<Id> & (200 | 201);

/** What the contract says a request body is, once validated. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: infer Content };
}
  ? JsonOf<Content>
  : undefined;

/** What the contract says the query is, once validated. */
export type QueryOf<Id extends OperationId> = operations[Id] extends { parameters: { query: infer Query } }
  ? Query
  : Readonly<Record<string, never>>;

/** One validated request of an admitted store. */
export interface Call<Id extends OperationId = OperationId> {
  readonly request: Request;
  readonly response: Response;
  readonly store: StoreRecord;
  /** The widget's visitor who asks; undefined for an API key, which may do everything in its store. */
  readonly visitor: AuthenticatedVisitor | undefined;
  readonly body: BodyOf<Id>;
  readonly query: QueryOf<Id>;
  readonly requestId: string;
  readonly log: Logger;
  /** Aborted when the client goes away before its answer is complete. Whoever works for the answer may abort it, too. */
  readonly controller: AbortController;
}

/** A JSON answer with a success status of the contract. Failures are thrown as ServiceError. */
export type Answer<Id extends OperationId> = {
  readonly [Status in SuccessStatus<Id>]: {
    readonly status: Status;
    readonly body: Responses<Id>[Status] extends { content: infer Content } ? JsonOf<Content> : never;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[SuccessStatus<Id>];

/** Serves one operation; undefined means that it has written the response itself, as the stream does. */
export type Handler<Id extends OperationId> = (deps: Deps, call: Call<Id>) => Promise<Answer<Id> | undefined>;

/** One handler for each operation: a new operation does not compile until it is served. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
