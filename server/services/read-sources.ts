import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { type Keyring } from '../auth/keyring.ts';
import { type ChangeBy, type DatabaseDeps, systemActor } from '../db/database.ts';
import type { SourceRecord } from '../db/records.ts';
import { readStore } from '../db/stores.ts';
import { ServiceError } from '../errors.ts';
import type { Readers } from '../quarantine/readers.ts';
import { timestamp } from '../support/clock.ts';
import { repeat, type Repeated } from '../support/repeat.ts';
import type { BackgroundImports } from './background-imports.ts';
import type { GuardedFetch } from './feed-download.ts';
import { saveDocuments } from './knowledge.ts';
import { downloadPage } from './page-download.ts';
import { claimSource, finishReading, listDueSources, type SourceAddress } from './sources.ts';

export interface ReadSourcesDeps extends DatabaseDeps {
  readonly keyring: Pick<Keyring, 'openText'>;
  readonly readers: Pick<Readers, 'readDocument'>;
  readonly imports: Pick<BackgroundImports, 'start'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** For pages; the public internet's by default. */
  readonly fetch?: GuardedFetch;
}

const everyMs = 60_000;
const graceMs = 3_000;

/** Reads sources whose time has come, now and every minute. `close` waits up to 3 s for the one in progress: after its lease it is read again. */
export function startReadingSources(deps: ReadSourcesDeps): Repeated {
  const look = (signal: AbortSignal): Promise<void> => readDueSources(deps, signal);
  const job = repeat(everyMs, look, (error) =>
    deps.log.warn({ err: error }, 'sources were not read; it is tried again in a minute'),
  );
  return { close: () => Promise.race([job.close(), pause(graceMs, undefined, { ref: false })]) };
}

/** Reads the sources whose time has come, each in one process (decision 0069). A failed one keeps what is there. */
export async function readDueSources(deps: ReadSourcesDeps, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  for (const source of await listDueSources(database, timestamp(clock))) {
    if (signal.aborted) return;
    const claim = database.changeAll(systemActor, (context) => claimSource(context, source));
    const store = await readStore(database.reader(source.store_id));
    if (!(await claim) || store === undefined) continue;
    await readSource(deps, { store, actor: systemActor }, source);
  }
}

async function readSource(deps: ReadSourcesDeps, by: ChangeBy, source: SourceRecord): Promise<void> {
  const { database, log } = deps;
  try {
    // What was sealed by `putSource`.
    const address = JSON.parse(deps.keyring.openText(source.id, source.sealed)) as SourceAddress;
    if (source.kind === 'page') await readPage(deps, by, source, address);
    else await startFeed(deps, by, address);
  } catch (error) {
    const details = { err: error, store_id: source.store_id, source_id: source.id };
    log.warn(details, 'a source was not read; it is tried again in an hour');
    const reason = error instanceof ServiceError ? error.message : 'it could not be read';
    await database.change(by, (context) => finishReading(context, source.id, reason));
  }
}

/** The import stores how it has ended. */
async function startFeed(
  { imports }: ReadSourcesDeps,
  by: ChangeBy,
  { url, currency, shopUrl, replace = false }: SourceAddress,
): Promise<void> {
  const shop = shopUrl === undefined ? undefined : new URL(shopUrl);
  await imports.start(by, { source: { address: new URL(url) }, currency, shopUrl: shop, replace });
}

/** A page that says the same as before keeps its document. */
async function readPage(
  { database, readers, fetch }: ReadSourcesDeps,
  by: ChangeBy,
  { id }: SourceRecord,
  { url }: SourceAddress,
): Promise<void> {
  const read = await readers.readDocument(by.store.id, await downloadPage(new URL(url), fetch));
  await database.change(by, async (context) => {
    const { source, title, passages } = read;
    const stored = await context.tables('knowledge_documents').where({ source }).first();
    const isSame = stored?.title === title && isDeepStrictEqual(stored.passages, passages);
    if (!isSame) await saveDocuments(context, [read]);
    await finishReading(context, id, null);
  });
}
