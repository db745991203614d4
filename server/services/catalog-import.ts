import { importCatalog, type ImportOptions, type ImportReport } from '../catalog/import/import-catalog.ts';
import { isCurrencyCode } from '../catalog/money/currency-digits.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../support/clock.ts';
import { findStore } from './stores.ts';

export interface ImportDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'catalog'>;
  readonly clock: Clock;
}

/**
 * Imports a file of products into a store's catalogue in one transaction; `written` in the report states whether it
 * was committed. Throws ServiceError `not_found` or `invalid_request`, and CatalogFileError for an unreadable file.
 */
export async function importStoreCatalog(
  deps: ImportDeps,
  storeId: string,
  input: Omit<ImportOptions, 'clock'>,
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
