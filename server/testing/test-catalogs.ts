import type { Keyring } from '../auth/keyring.ts';
import { createCatalogStore } from '../catalog/catalog-store.ts';
import { catalogSource } from '../db/catalog.ts';
import type { Database } from '../db/database.ts';
import { type Clock, systemClock } from '../support/clock.ts';
import { createMetrics } from '../support/metrics.ts';
import { createStoreCatalogs, type StoreCatalogs } from '../tools/store-catalogs.ts';

/** The catalogues of the stores of a database, as the service opens them; a live shop has a minute for a call. */
export function testCatalogs(
  database: Database,
  keyring: Pick<Keyring, 'openText'>,
  clock: Clock = systemClock,
): StoreCatalogs {
  return createStoreCatalogs({
    database,
    keyring,
    clock,
    callMs: 60_000,
    metrics: createMetrics(),
    catalogs: createCatalogStore(catalogSource(database)),
    config: { publicUrl: 'https://agents.example', host: 'localhost', port: 8443 },
  });
}
