import type { components } from '../../generated/dashboard.d.ts';
import type { Actor, Context, ServiceContext, StoreReader } from '../db/database.ts';
import { toRow } from '../db/columns.ts';
import type { AuditRecord, FieldChange, StoreRecord } from '../db/records.ts';
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
  /** What can be undone; none where nothing has changed. */
  readonly changes?: readonly FieldChange[];
}

// Two prompts of the maximum length, and a text of some ten pages.
const maxChangesLength = 200_000;

/** Writes an entry about the change of a verb into the audit log of the store (decision 0046). */
export async function audit(
  { tables, storeId: store_id, actor, now }: Context,
  { action, subject = null, detail = null, changes: all = [] }: AuditEvent,
): Promise<void> {
  const { name, address } = actor;
  const changes = all.length > 0 && JSON.stringify(all).length <= maxChangesLength ? all : null;
  const entry = {
    id: newId('aud'),
    store_id,
    at: now,
    actor: name,
    address,
    action,
    subject,
    detail,
    changes,
  };
  await tables('audit_log').insert(toRow('audit_log', entry));
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
export type AuditEntry = components['schemas']['AuditEntry'];

const entryColumns = ['id', 'at', 'actor', 'address', 'action', 'subject', 'detail', 'changes'] as const;
const maxShownLength = 2_000;

function entryView(entry: Omit<AuditRecord, 'store_id' | 'sequence'>): AuditEntry {
  const { changes } = entry;
  const shown = (changes ?? []).map(({ field, before, after }) => ({
    field,
    before: textOf(before),
    after: textOf(after),
  }));
  return { ...entry, changes: shown, can_undo: changes !== null };
}

/** A value as people read it. */
function textOf(value: unknown): string {
  const text =
    typeof value === 'string' ? value : value === null ? '' : (passagesOf(value) ?? JSON.stringify(value));
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength).toWellFormed()}…` : text;
}

/** The text of a document of the shop's knowledge. */
function passagesOf(value: unknown): string | undefined {
  const { passages } = value as {
    readonly passages?: readonly { readonly title: string; readonly text: string }[];
  };
  return passages?.map(({ title, text }) => `${title}\n${text}`).join('\n\n');
}

/** A change of what shoppers get. */
export type ShopChange = Pick<AuditRecord, 'at' | 'action' | 'detail'>;

const shopActions: readonly AuditRecord['action'][] = [
  'agent.updated',
  'chatbot.updated',
  'knowledge.imported',
  'knowledge.deleted',
];
const maxChanges = 200;

/** The latest changes of agents, chatbots and texts from a time to another, oldest first. */
export async function listShopChanges(
  reader: StoreReader,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ShopChange[]> {
  const latest = await reader.read(async (tables) =>
    tables('audit_log')
      .whereIn('action', shopActions)
      .andWhere('at', '>=', from)
      .andWhere('at', '<', to)
      .orderBy('sequence', 'desc')
      .limit(maxChanges)
      .select('at', 'action', 'detail'),
  );
  return latest.toReversed();
}

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
    const entries = found.slice(0, limit).map(entryView);
    return { entries, next_cursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
  });
}
