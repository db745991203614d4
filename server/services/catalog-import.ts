import { importCatalog, type ImportReport } from '../catalog/import/import-catalog.ts';
import type { ImportFormat } from '../catalog/import/import-event.ts';
import type { ImportProgress, ImportSource } from '../catalog/import/import-source.ts';
import { isCurrencyCode } from '../catalog/money/currency-digits.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../support/clock.ts';
import { findStore } from './stores.ts';

export interface ImportDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'catalog'>;
  readonly clock: Clock;
}

export interface ImportInput {
  readonly source: ImportSource;
  /** Detected where it is not given. */
  readonly format?: ImportFormat;
  /** ISO 4217 code for prices that name none. */
  readonly currency?: string;
  /** Whether good rows are taken although others are refused. */
  readonly partial: boolean;
  /** Whether products that the file does not have are removed. */
  readonly replace: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/**
 * Takes a file of products into a store's catalogue, all in one transaction; the report says whether it did.
 * Throws ServiceError `not_found` or `invalid_request`, and CatalogFileError when the file cannot be read at all.
 */
export async function importStoreCatalog(
  deps: ImportDeps,
  storeId: string,
  input: ImportInput,
): Promise<ImportReport> {
  const currency = input.currency?.toUpperCase();
  if (currency !== undefined && !isCurrencyCode(currency)) {
    throw new ServiceError('invalid_request', `${currency} is not an ISO 4217 currency code`);
  }
  const store = await findStore(deps, storeId);
  return importCatalog(
    { ...input, currency, clock: deps.clock },
    { upsert: (products, options) => deps.repositories.catalog.upsert(store.id, products, options) },
  );
}
