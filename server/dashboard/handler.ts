import type { Request, Response } from 'express';
import type { operations, OperationId } from '../../generated/dashboard-operations.ts';
import type { components, operations as Documented } from '../../generated/dashboard.d.ts';
import type { Actor, ChangeBy } from '../db/database.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Deps } from '../deps.ts';
import type { BodyOf, PathOf, QueryOf, ResultOf } from '../http/operation-types.ts';
import type { SignedIn } from '../services/sessions.ts';
import type { Client } from '../services/sign-in.ts';

/** The schemas of spec/dashboard.yaml by name. */
export type Schemas = components['schemas'];

type Row<Id extends OperationId> = (typeof operations)[Id];
export type Tag = Row<OperationId>['tag'];

/** One request whose session, role and recent sign-in are checked, and whose parameters and body are valid. */
export interface Call<Id extends OperationId> {
  readonly request: Request;
  readonly response: Response;
  readonly client: Client;
  /** Undefined only where the operation needs no session. */
  readonly signedIn: Row<Id>['session'] extends true ? SignedIn : SignedIn | undefined;
  /** The store of the path; undefined where the path has none. */
  readonly store: Row<Id>['role'] extends 'none' ? undefined : StoreRecord;
  readonly path: PathOf<Documented[Id]>;
  readonly query: QueryOf<Documented[Id]>;
  readonly body: BodyOf<Documented[Id]>;
}

/** Serves one operation; undefined means that it has written the response itself, as a stream does. */
export type Handler<Id extends OperationId> = (
  deps: Deps,
  call: Call<Id>,
) => Promise<ResultOf<Documented[Id]> | undefined>;

/** One handler for each operation with one of these tags. */
export type HandlersOf<Tags extends Tag> = {
  readonly [Id in OperationId as Row<Id>['tag'] extends Tags ? Id : never]: Handler<Id>;
};

/** Who the audit log names for a request. */
export function actorOf({
  signedIn,
  client,
}: {
  readonly signedIn: SignedIn;
  readonly client: Client;
}): Actor {
  return { name: signedIn.user.email, address: client.address };
}

/** The store and the actor of a request, for `Database.change`. */
export function changeBy(call: Parameters<typeof actorOf>[0] & { readonly store: StoreRecord }): ChangeBy {
  return { store: call.store, actor: actorOf(call) };
}
