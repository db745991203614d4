import type { Knex } from 'knex';
import { createAuditRepository } from './audit-repository.ts';
import { createCatalogImportRepository } from './catalog-import-repository.ts';
import { createCatalogRepository } from './catalog-repository.ts';
import { createKnowledgeRepository } from './knowledge-repository.ts';
import { createMasterKeyRepository } from './master-key-repository.ts';
import { takeLock } from './service-state.ts';
import { createSessionRepository } from './session-repository.ts';
import { invalidateAll } from './read-cache.ts';
import { createUserRepository } from './user-repository.ts';
import type { Repositories, Tables } from './repositories.ts';
import { createWriter, type Write } from './write.ts';

/** All repositories over one database, SQLite or PostgreSQL. */
export function createRepositories(db: Knex, write: Write = createWriter(db)): Repositories {
  return {
    ...createTables(db, write),
    async transaction(name, work) {
      try {
        return await write((trx) => join(trx, name, work));
      } finally {
        // Also after an error: a commit that failed may have been written.
        invalidateAll(db);
      }
    },
  };
}

/** Runs `work` in a transaction that has begun. */
async function join<Result>(
  trx: Knex.Transaction,
  name: string | null,
  work: (repositories: Repositories, trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  if (name !== null) await takeLock({ allStores: trx }, name);
  const joined = {
    ...createTables(trx, (nested) => nested(trx)),
    transaction: (innerName, inner) => join(trx, innerName, inner),
  } satisfies Repositories;
  return work(joined, trx);
}

function createTables(db: Knex, write: Write): Tables {
  return {
    masterKey: createMasterKeyRepository(db, write),
    catalog: createCatalogRepository(db, write),
    catalogImports: createCatalogImportRepository(db, write),
    knowledge: createKnowledgeRepository(db, write),
    users: createUserRepository(db, write),
    sessions: createSessionRepository(db, write),
    audit: createAuditRepository(db, write),
  };
}
