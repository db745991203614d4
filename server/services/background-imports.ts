import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { ImportSource } from '../catalog/import/import-source.ts';
import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { createRepositories } from '../db/create-repositories.ts';
import type { CatalogImportRecord } from '../db/records.ts';
import { withoutDatabaseDeadline } from '../db/guard.ts';
import { ServiceError } from '../errors.ts';
import type { Actor } from './audit.ts';
import { runImport } from './catalog-import.ts';
import { describeAddress, downloadFeed, type GuardedFetch, limitBytes } from './feed-download.ts';
import { beginImport, failImport, type ImportDeps } from './import-records.ts';

/** What a person of a store imports. */
export interface BackgroundImport {
  readonly source: UploadedFile | { readonly address: URL };
  readonly currency: string | undefined;
  /** The shop's address, for links to products that have none in the file. */
  readonly shopUrl?: URL | undefined;
  readonly replace: boolean;
  readonly actor: Actor;
}

export interface UploadedFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the upload: nobody reads it any more. */
  destroy(): void;
}

/** Imports that go on after the response to the request that started them (decision 0045). */
export interface BackgroundImports {
  /**
   * Starts an import and returns it as it has begun. Throws ServiceError `invalid_request`, `conflict` while the store
   * has a running import, and `unavailable` while this process runs as many as it can.
   */
  start(storeId: string, input: BackgroundImport): Promise<CatalogImportRecord>;
  /** Waits up to `graceMs` for running imports, and ends the others, which fail. */
  close(graceMs: number): Promise<void>;
}

export interface BackgroundImportDeps extends ImportDeps {
  readonly log: Logger;
  /** The name of this process. */
  readonly owner: string;
  readonly fetch: GuardedFetch;
  /**
   * Opens a connection of its own for the write of an import. SQLite's other one is a pool of one: every read would wait
   * for this transaction.
   */
  connect(): Promise<Knex>;
}

// Each may hold the products of a file of 100 MB in memory.
const maxRunning = 3;
const maxRows = 250_000;

/** Runs the imports of this process. */
export function createBackgroundImports(deps: BackgroundImportDeps): BackgroundImports {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let reserved = 0;
  return {
    async start(storeId, input) {
      if (reserved >= maxRunning || stopping.signal.aborted) throw busy();
      reserved += 1;
      const begun = beginImport(deps, storeId, toInput(deps, input));
      const job = begun
        .then((record) => withoutDatabaseDeadline(() => run(deps, record, input, stopping.signal)))
        // What `beginImport` throws is the response.
        .catch(() => undefined)
        .finally(() => {
          reserved -= 1;
          running.delete(job);
        });
      running.add(job);
      return begun;
    },
    async close(graceMs) {
      const ended = Promise.all(running);
      const grace = new AbortController();
      await Promise.race([ended, sleep(graceMs, undefined, { signal: grace.signal })]);
      grace.abort();
      const reason = 'the service stopped during the import: import again';
      stopping.abort(new ServiceError('unavailable', reason));
      await ended;
    },
  };
}

function busy(): ServiceError {
  const headers = { 'Retry-After': '30' };
  return new ServiceError('unavailable', 'too many imports are running: try again in a minute', { headers });
}

function toInput(
  { owner }: BackgroundImportDeps,
  { source, currency, shopUrl, replace, actor }: BackgroundImport,
) {
  const sourceName = 'address' in source ? describeAddress(source.address) : 'file';
  // A product whose line is rejected must not be removed: replacing needs a file without rejected lines.
  return { sourceName, owner, actor, currency, shopUrl, replace, partial: !replace, maxRows };
}

/** Never rejects: the import's row has the error. */
async function run(
  deps: BackgroundImportDeps,
  record: CatalogImportRecord,
  input: BackgroundImport,
  signal: AbortSignal,
): Promise<void> {
  const endUpload = (): void => {
    if ('destroy' in input.source) input.source.destroy();
  };
  signal.addEventListener('abort', endUpload, { once: true });
  try {
    const db = await connect(deps, record).catch((error: unknown) => {
      endUpload();
      throw error;
    });
    try {
      const repositories = { ...deps.repositories, catalog: createRepositories(db).catalog };
      const source = sourceOf(deps, input.source, signal);
      await runImport({ ...deps, repositories }, record, { ...toInput(deps, input), source, signal });
    } finally {
      await db.destroy();
    }
  } catch (error) {
    deps.log[error instanceof CatalogFileError ? 'info' : 'warn'](
      { err: error, importId: record.id, storeId: record.storeId },
      'catalogue import failed',
    );
  } finally {
    signal.removeEventListener('abort', endUpload);
  }
}

/** The connection of an import; an import without one fails. */
async function connect(deps: BackgroundImportDeps, record: CatalogImportRecord): Promise<Knex> {
  try {
    return await deps.connect();
  } catch (error) {
    await failImport(deps, record, error);
    throw error;
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
