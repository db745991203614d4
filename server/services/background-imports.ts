import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReadLimits } from '../catalog/import/import-limits.ts';
import type { ImportSource } from '../catalog/import/import-source.ts';
import { CatalogFileError } from '../catalog/import/import-errors.ts';
import type { Keyring } from '../auth/keyring.ts';
import type { ChangeBy, Context } from '../db/database.ts';
import type { CatalogImportRecord } from '../db/records.ts';
import { withoutDatabaseDeadline } from '../db/guard.ts';
import { ServiceError } from '../errors.ts';
import { type CatalogImportDeps, maxKeptNotes, runImport, type StartedImport } from './catalog-import.ts';
import { describeAddress, downloadFeed, type GuardedFetch, limitBytes } from './feed-download.ts';
import { beginImport } from './import-records.ts';
import { pageName } from './page-download.ts';
import { finishReading, putSource } from './sources.ts';
import { writeInThread, type WriterOrder } from './import-writer.ts';

/** What a person of a store imports. */
export interface BackgroundImport {
  readonly source: UploadedFile | { readonly address: URL };
  readonly currency: string | undefined;
  /** The shop's address, for links to products that have none in the file. */
  readonly shopUrl?: URL | undefined;
  readonly replace: boolean;
}

export interface UploadedFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Reads and drops what the import has not read: a browser sends its whole file before it reads the response. */
  drain(): void;
  /** Ends the upload. */
  destroy(): void;
}

export type BackgroundImports = ReturnType<typeof createBackgroundImports>;

export interface BackgroundImportDeps extends CatalogImportDeps {
  readonly log: Logger;
  readonly keyring: Pick<Keyring, 'sealText'>;
  /** The name of this process. */
  readonly owner: string;
  readonly fetch: GuardedFetch;
  /** Where the thread of an import writes. */
  readonly config: WriterOrder['location'];
}

/** Each may have a file of 100 MB on the disk. */
const maxRunning = 10;

/** A file of more is imported by an operator. */
const importLimits: ReadLimits = {
  rows: 250_000,
  cells: 25_000_000,
  length: 150_000_000,
  notes: maxKeptNotes,
};

/** Imports of this process that go on after the response to the request that started them (decision 0045). */
export function createBackgroundImports(deps: BackgroundImportDeps) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    /**
     * Starts an import and returns it as it has begun. Throws ServiceError `invalid_request`, `conflict` while the store
     * has a running import, and `unavailable` while this process has as many as it can.
     */
    async start(by: ChangeBy, input: BackgroundImport): Promise<CatalogImportRecord> {
      if (running.size >= maxRunning || stopping.signal.aborted) throw busy();
      const origin = toInput(deps, input);
      const begun = deps.database.change(by, async (context) => {
        const started = await beginImport(context, origin);
        return { started, sourceId: await keepAddress(context, deps.keyring, input) };
      });
      const job = begun
        .then((ids) => withoutDatabaseDeadline(() => run(deps, { by, ...ids }, input, stopping.signal)))
        // What `beginImport` throws is the response.
        .catch(() => undefined)
        .finally(() => running.delete(job));
      running.add(job);
      return (await begun).started;
    },
    /** Waits up to `graceMs` for running imports, and ends the others, which fail. */
    async close(graceMs: number): Promise<void> {
      const ended = Promise.all(running);
      const grace = new AbortController();
      await Promise.race([ended, sleep(graceMs, undefined, { signal: grace.signal })]);
      grace.abort();
      stopping.abort(new ServiceError('unavailable', stopped));
      await ended;
    },
  };
}

const stopped = 'the service stopped during the import: import again';

function busy(): ServiceError {
  const headers = { 'Retry-After': '30' };
  return new ServiceError('unavailable', 'too many imports are running: try again in a minute', { headers });
}

function toInput({ owner }: BackgroundImportDeps, { source, currency, shopUrl, replace }: BackgroundImport) {
  const sourceName = 'address' in source ? describeAddress(source.address) : 'file';
  // A product whose line is rejected must not be removed: replacing needs a file without rejected lines.
  return { sourceName, owner, currency, shopUrl, replace, partial: !replace, limits: importLimits };
}

interface BegunImport extends Pick<StartedImport, 'by' | 'started'> {
  /** Undefined for a file. */
  readonly sourceId: string | undefined;
}

/** Keeps the address of an import, to be read again. */
async function keepAddress(
  context: Context,
  keyring: Pick<Keyring, 'sealText'>,
  { source, currency, shopUrl, replace }: BackgroundImport,
): Promise<string | undefined> {
  if (!('address' in source)) return undefined;
  const address = { url: source.address.href, currency, shopUrl: shopUrl?.href, replace };
  return putSource(context, keyring, { kind: 'feed', name: pageName(source.address), address });
}

/** Stores with the address how its import has ended. */
async function finishSource(
  { database }: BackgroundImportDeps,
  by: ChangeBy,
  importId: string,
  sourceId: string,
): Promise<void> {
  await database.change(by, async (context) => {
    const ended = await context.tables('catalog_imports').where({ id: importId }).first('error');
    await finishReading(context, sourceId, ended?.error ?? null);
  });
}

/** Never rejects: the import's row has the error. */
async function run(
  deps: BackgroundImportDeps,
  { by, started, sourceId }: BegunImport,
  input: BackgroundImport,
  signal: AbortSignal,
): Promise<void> {
  const endUpload = (): void => {
    if ('destroy' in input.source) input.source.destroy();
  };
  signal.addEventListener('abort', endUpload, { once: true });
  try {
    const source = sourceOf(deps, input.source, signal);
    const { databaseUrl, dataDir, databaseDeadlineMs } = deps.config;
    const location = { databaseUrl, dataDir, databaseDeadlineMs };
    const write: StartedImport['write'] = (running, { batches, ...options }) =>
      writeInThread({ location, by, now: deps.clock.now(), running, options }, batches);
    await runImport(deps, { by, started, input: { ...toInput(deps, input), source, signal }, write });
  } catch (error) {
    deps.log[error instanceof CatalogFileError ? 'info' : 'warn'](
      { err: error, importId: started.id, storeId: started.store_id },
      'catalogue import failed',
    );
  } finally {
    signal.removeEventListener('abort', endUpload);
    if ('drain' in input.source) input.source.drain();
    if (sourceId !== undefined) await finishSource(deps, by, started.id, sourceId).catch(() => undefined);
  }
}

function sourceOf(
  { fetch }: Pick<BackgroundImportDeps, 'fetch'>,
  source: BackgroundImport['source'],
  signal: AbortSignal,
): ImportSource {
  return 'address' in source
    ? { stream: downloadFeed(fetch, source.address, signal), name: source.address.pathname }
    : { stream: readUpload(source, signal), name: '' };
}

async function* readUpload({ chunks }: UploadedFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* limitBytes(chunks);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CatalogFileError) throw error;
    throw new CatalogFileError('unreadable', 'the upload was interrupted');
  }
}
