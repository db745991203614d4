import { insertAuditEntry } from '../db/audit-repository.ts';
import type { Actor, Context, ServiceContext } from '../db/database.ts';
import type { AuditRecord } from '../db/records.ts';
import type { JoinedWrite, Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';

export interface AuditDeps {
  readonly repositories: Pick<Repositories, 'audit'>;
  readonly clock: Clock;
}

/** For changes with their entry in one transaction. */
export interface AuditedDeps {
  readonly repositories: Pick<Repositories, 'transaction'>;
  readonly clock: Clock;
}

/** The person who runs commands on the server. */
export const operatorActor: Actor = { name: 'operator', address: null };

/** The sender of a request with an API key of the store. */
export function keyActor(hint: string | undefined, address: string): Actor {
  return { name: `API key …${hint ?? ''}`, address };
}

export type { Actor };

export type AuditAction = AuditRecord['action'];

/** What was done, without secrets. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The id of what it was done to. */
  readonly subject?: string;
  readonly detail?: string;
}

/** Writes an entry about the change of a verb into the audit log of the store (decision 0046). */
export async function audit({ tables, storeId, actor, now }: Context, event: AuditEvent): Promise<void> {
  await tables('audit_log').insert(newEntry(now, storeId, actor, event));
}

/** Writes an entry into the log of one store, or of every store for null. Throws ServiceError `not_found` for no such store. */
export async function auditAll(
  context: ServiceContext,
  storeId: string | null,
  event: AuditEvent,
): Promise<void> {
  const own = storeId === null ? {} : { id: storeId };
  const ids = await context.allStores('stores').where(own).pluck('id');
  if (storeId !== null && ids.length === 0)
    throw new ServiceError('not_found', `there is no store ${storeId}`);
  for (const id of ids)
    await context.allStores('audit_log').insert(newEntry(context.now, id, context.actor, event));
}

/**
 * Runs `work` and writes the entries of its result, in one transaction: a change without its entry is not kept (decision
 * 0046). `work` may run twice, and queries only through the repositories that it gets.
 */
export function audited<Deps extends AuditedDeps, Result>(
  deps: Deps,
  work: (deps: Deps & { readonly repositories: Repositories }) => Promise<Result>,
  entryOf: (result: Result) => AuditEntries,
): Promise<Result> {
  return deps.repositories.transaction(null, async (repositories) => {
    const joined = { ...deps, repositories };
    const result = await work(joined);
    const { storeIds, actor, ...event } = entryOf(result);
    for (const storeId of storeIds) await recordAudit(joined, storeId, actor, event);
    return result;
  });
}

/** One event in the logs of these stores. */
export interface AuditEntries extends AuditEvent {
  readonly storeIds: readonly string[];
  readonly actor: Actor;
}

/** Writes an entry into the audit log of a store, in the transaction of its change: see `audited`. */
export async function recordAudit(
  deps: AuditDeps,
  storeId: string,
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  await deps.repositories.audit.insert(storeId, newEntry(timestamp(deps.clock), storeId, actor, event));
}

function newEntry(
  now: string,
  storeId: string,
  actor: Actor,
  { action, subject, detail }: AuditEvent,
): AuditRecord {
  return {
    id: newId('aud'),
    store_id: storeId,
    at: now,
    actor: actor.name,
    address: actor.address,
    action,
    subject: subject ?? null,
    detail: detail ?? null,
  };
}

/** Writes an entry in the transaction of a write that takes a JoinedWrite. */
export function auditJoined(clock: Clock, storeId: string, actor: Actor, event: AuditEvent): JoinedWrite {
  return (trx) => insertAuditEntry(trx, newEntry(timestamp(clock), storeId, actor, event));
}

export interface AuditPage {
  readonly entries: readonly AuditRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The audit log of a store, newest first. Throws ServiceError `invalid_request` for an unknown cursor. */
export async function listAudit(
  { repositories }: Pick<AuditDeps, 'repositories'>,
  storeId: string,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<AuditPage> {
  // One more shows whether there is a next page.
  const found = await repositories.audit.list(storeId, { after: cursor, limit: limit + 1 });
  if (found === undefined) throw new ServiceError('invalid_request', 'cursor is unknown');
  const entries = found.slice(0, limit);
  return { entries, nextCursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
