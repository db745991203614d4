import type { DestinationStream } from 'pino';
import { createCatalogStore } from './catalog/catalog-store.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createRepositories } from './db/create-repositories.ts';
import { openDatabase } from './db/open-database.ts';
import type { Deps } from './deps.ts';
import { openEmbedKeys } from './embed/embed-keys.ts';
import { createOriginDirectory } from './embed/origin-directory.ts';
import { openKeyring } from './keys/open-keyring.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLog } from './log.ts';
import { openChatRuntime } from './open-chat-runtime.ts';
import { createExactRateLimiter } from './rate-limit/exact-rate-limiter.ts';
import { createKeyDirectory } from './services/keys/key-directory.ts';

export interface OpenedDeps extends Deps {
  /** Closes connections to tools and the database. */
  close(): Promise<void>;
}

/** Opens everything that the service works with. Throws ConfigError or DatabaseError, one line each. */
export async function openDeps(
  config: Config,
  clock: Clock,
  logDestination: DestinationStream,
): Promise<OpenedDeps> {
  const db = await openDatabase(config);
  try {
    const repositories = createRepositories(db);
    const keyring = await openKeyring(config, repositories.keys);
    const log = createLog(config.logLevel, logDestination);
    const catalogs = createCatalogStore(repositories.catalog);
    const chat = openChatRuntime({ config, clock, log, repositories, catalogs, keyring });
    return {
      config,
      clock,
      log,
      repositories,
      catalogs,
      keyring,
      keys: createKeyDirectory({ repositories, keyring, clock }),
      rateLimiter: createExactRateLimiter(clock),
      chat: chat.runtime,
      embed: openEmbedKeys(config),
      origins: createOriginDirectory({ repositories, clock }),
      lifecycle: createLifecycle(async () => void (await db.raw('select 1'))),
      async close() {
        await chat.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
