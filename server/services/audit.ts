import type { Actor, Context, ServiceContext, StoreReader } from '../db/database.ts';
import type { AuditRecord, StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { newId } from '../support/ids.ts';

/** The person who runs commands on the server. */
export const operatorActor: Actor = { name: 'operator', address: null };

/** The sender of a request with an API key of the store. */
export function keyActor(hint: string | undefined, address: string): Actor {
  return { name: `API key …${hint ?? ''}`, address };
}

/** What was done, without secrets. */
export interface AuditEvent {
  readonly action: AuditRecord['action'];
  /** The id of what it was done to. */
  readonly subject?: string | null;
  readonly detail?: string | null;
}

/** Writes an entry about the change of a verb into the audit log of the store (decision 0046). */
export async function audit(
  { tables, storeId: store_id, actor, now }: Context,
  { action, subject = null, detail = null }: AuditEvent,
): Promise<void> {
  const { name, address } = actor;
  const entry = { id: newId('aud'), store_id, at: now, actor: name, address, action, subject, detail };
  await tables('audit_log').insert(entry);
}

/** Writes an entry into the log of one store, or of every store for null. Throws ServiceError `not_found` for no such store. */
export async function auditAll(
  context: ServiceContext,
  storeId: string | null,
  event: AuditEvent,
): Promise<void> {
  const own = storeId === null ? {} : { id: storeId };
  const stores = await context.allStores('stores').where(own);
  if (storeId !== null && stores.length === 0)
    throw new ServiceError('not_found', `there is no store ${storeId}`);
  await auditEach(context, stores, event);
}

/** Writes an entry into the log of each of these stores. */
export async function auditEach(
  context: ServiceContext,
  stores: readonly StoreRecord[],
  event: AuditEvent,
): Promise<void> {
  for (const store of stores) await audit(context.of(store), event);
}

/** Entries as the dashboard shows them. */
export type AuditEntry = Omit<AuditRecord, 'store_id'>;

const entryColumns = ['id', 'at', 'actor', 'address', 'action', 'subject', 'detail'] as const;

/** The audit log of a store, newest first. Throws ServiceError `invalid_request` for an unknown cursor. */
export function listAudit(
  reader: StoreReader,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ entries: AuditEntry[]; next_cursor: string | null }> {
  return reader.read(async (tables) => {
    // One more shows whether there is a next page.
    const query = tables('audit_log')
      .orderBy('sequence', 'desc')
      .limit(limit + 1)
      .select(...entryColumns);
    if (cursor !== undefined) {
      const last = await tables('audit_log').where({ id: cursor }).first('sequence');
      if (last === undefined) throw new ServiceError('invalid_request', 'cursor is unknown');
      query.where('sequence', '<', last.sequence);
    }
    const found = await query;
    const entries = found.slice(0, limit);
    return { entries, next_cursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
  });
}
