import type { Keyring } from '../auth/keyring.ts';
import { type Context, type Database, type ServiceContext, type StoreReader } from '../db/database.ts';
import { requireCurrentMasterKey } from '../db/master-key.ts';
import { queueNotice } from '../db/notices.ts';
import type { SourceRecord } from '../db/records.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { later } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { audit } from './audit.ts';

export type Every = SourceRecord['every'];

/** What is sealed: the whole address, and of a feed how it is imported. */
export interface SourceAddress {
  readonly url: string;
  readonly currency?: string | undefined;
  readonly shopUrl?: string | undefined;
  readonly replace?: boolean;
}

const hourMs = 3_600_000;
const periodMs: Readonly<Record<Exclude<Every, 'never'>, number>> = {
  hourly: hourMs,
  daily: 24 * hourMs,
  weekly: 7 * 24 * hourMs,
};

/** How long a process that reads a source keeps it from the others. A process that dies is replaced after that. */
const leaseMs = hourMs / 4;
/** After a failure. */
const retryMs = hourMs;

/**
 * Keeps the address that a person imports from, with the schedule that it has already. A line of the import: its entry
 * in the audit log is that of the import. Returns its id.
 */
export async function putSource(
  context: Context,
  keyring: Pick<Keyring, 'sealText'>,
  { kind, name, address }: Pick<SourceRecord, 'kind' | 'name'> & { readonly address: SourceAddress },
): Promise<string> {
  const { tables, allStores, storeId: store_id, now: created_at } = context;
  const known = await tables('sources').where({ kind, name }).first('id');
  const id = known?.id ?? newId('src');
  const sealed = keyring.sealText(id, JSON.stringify(address));
  await requireCurrentMasterKey(allStores, sealed);
  const schedule = { every: 'never', read_at: null, error: null, next_read_at: null } as const;
  const record = { id, store_id, kind, name, sealed, created_at, ...schedule };
  await tables('sources').insert(record).onConflict(['store_id', 'kind', 'name']).merge(['sealed']);
  return id;
}

/** A page whose text was edited or deleted is not read again. A line of that change. */
export async function forgetPage({ tables }: Context, name: string): Promise<void> {
  await tables('sources').where({ kind: 'page', name }).delete();
}

/** Sets how often a source is read again. Throws ServiceError `not_found`, or `invalid_request` for a page every hour. */
export async function setSchedule(context: Context, id: string, every: Every): Promise<SourceRecord> {
  const { tables, now } = context;
  const source = requireFound(await tables('sources').where({ id }).first(), 'source not found');
  if (every === 'hourly' && source.kind === 'page')
    throw new ServiceError('invalid_request', 'every must be never, daily or weekly: it is a page');
  const change = { every, next_read_at: nextRead(every, source.read_at ?? now, now) };
  await tables('sources').where({ id }).update(change);
  await audit(context, {
    action: 'source.schedule_changed',
    subject: id,
    detail: `${source.name}: ${every}`,
  });
  return { ...source, ...change };
}

/** When a source is read that was read at a time: at once where its period is over. */
function nextRead(every: Every, readAt: string, now: string): string | null {
  if (every === 'never') return null;
  const next = later(readAt, periodMs[every]);
  return next > now ? next : now;
}

/** The sources of a store, by name. */
export function listSources(reader: StoreReader): Promise<SourceRecord[]> {
  return reader.read(async (tables) => tables('sources').orderBy('name'));
}

/** Sources of all stores whose time has come. */
export function listDueSources({ readAll }: Pick<Database, 'readAll'>, now: string): Promise<SourceRecord[]> {
  return readAll(async (all) =>
    all('sources').where('next_read_at', '<=', now).orderBy('next_read_at').limit(50),
  );
}

/** Takes a due source, which no other process reads for a quarter of an hour. False where another one has taken it. */
export async function claimSource(
  { allStores, now }: ServiceContext,
  { store_id, id, next_read_at }: SourceRecord,
): Promise<boolean> {
  const due = allStores('sources').where({ store_id, id, next_read_at });
  return (await due.update({ next_read_at: later(now, leaseMs) })) > 0;
}

/** Stores how the reading of a source has ended; null: well. One that is overdue is a notice, once. */
export async function finishReading(context: Context, id: string, error: string | null): Promise<void> {
  const { tables, now } = context;
  const source = await tables('sources').where({ id }).first();
  if (source === undefined) return;
  const { every, read_at, kind, name } = source;
  const key = `source ${id} ${read_at}`;
  if (error === null) {
    await tables('sources')
      .where({ id })
      .update({ read_at: now, error, next_read_at: nextRead(every, now, now) });
    await tables('notices').where({ dedupe_key: key }).update({ done_at: now });
    return;
  }
  await tables('sources')
    .where({ id })
    .update({ error, next_read_at: every === 'never' ? null : later(now, retryMs) });
  if (!isOverdue(source, now)) return;
  const subject = `${name} was not read for longer than its schedule`;
  const text = `It is to be read ${every}, and the last attempt failed: ${error}. What was read before is still used.`;
  const path = kind === 'feed' ? 'catalogue' : 'knowledge';
  await queueNotice(context, { kind: 'source_overdue', key, subject, text, path });
}

/** Whether a source is older than its schedule, by more than the time of a second attempt. */
function isOverdue({ every, read_at, created_at }: SourceRecord, now: string): boolean {
  return every !== 'never' && later(read_at ?? created_at, periodMs[every] + retryMs) < now;
}
