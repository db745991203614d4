import type { DestinationStream, Logger } from 'pino';
import { createKeyCache, type KeyCache } from './auth/key-cache.ts';
import type { Keyring } from './auth/keyring.ts';
import { createOidcClient, type OidcClient } from './auth/oidc-client.ts';
import { openKeyring } from './auth/open-keyring.ts';
import { openVisitorKeys, type VisitorKeys } from './auth/visitor-keys.ts';
import { createCatalogStore, type CatalogStore } from './catalog/catalog-store.ts';
import { createActiveReplies } from './chat/active-replies.ts';
import { createConversationLocks } from './chat/locks.ts';
import type { ChatRuntime } from './chat/types.ts';
import type { Config } from './config/config.ts';
import { connectDatabase } from './db/connect.ts';
import { createRepositories } from './db/create-repositories.ts';
import { openServingDatabase, recordDatabase } from './db/database-marker.ts';
import { guardRepositories } from './db/guard.ts';
import { createReadinessCheck, trackWrites } from './db/readiness.ts';
import type { Repositories } from './db/repositories.ts';
import { createWriter } from './db/write.ts';
import { createModelRegistry } from './models/registry.ts';
import { createAllowedOrigins, type AllowedOrigins } from './services/allowed-origins.ts';
import { createBackgroundImports, type BackgroundImports } from './services/background-imports.ts';
import { failLostImports } from './services/import-records.ts';
import { maxFileBytes } from './services/feed-download.ts';
import { freeLostRequests, ownerOf } from './services/idempotency.ts';
import { createLocalCode, type LocalCode } from './services/local-code.ts';
import { createPlanUse, type PlanUse } from './services/plans.ts';
import { createRateLimiter, type RateLimiter } from './services/rate-limiter.ts';
import { startRetention } from './services/retention.ts';
import type { Clock } from './support/clock.ts';
import { createLog } from './support/log.ts';
import { createAgentTools } from './tools/agent-tools.ts';
import { createToolConnections } from './tools/connections.ts';
import { createGuardedFetch } from './tools/guarded-fetch.ts';

/** Whether this process accepts requests; `/readyz` reports it to load balancers. */
export interface Lifecycle {
  phase: 'serving' | 'draining';
}

/** Everything that handlers use; opened once by `openDeps`, and real in tests too. */
export interface Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly repositories: Repositories;
  readonly catalogs: CatalogStore;
  readonly keyring: Keyring;
  readonly keyCache: KeyCache;
  readonly rateLimiter: RateLimiter;
  readonly planUse: PlanUse;
  readonly chat: ChatRuntime;
  readonly visitorKeys: VisitorKeys;
  readonly origins: AllowedOrigins;
  readonly localCode: LocalCode;
  readonly imports: BackgroundImports;
  /** Null without a provider. */
  readonly oidc: OidcClient | null;
  readonly lifecycle: Lifecycle;
  /** Resolves when the database can be read and written, as far as is known; rejects when it cannot. */
  checkDatabase(): Promise<void>;
  /** Records added stores and keys outside the database; to be called before they are acknowledged. */
  recordDatabase(): Promise<void>;
}

export interface OpenDeps extends Deps {
  /** Closes connections to tools, stores the use of plans, and closes the database. */
  close(): Promise<void>;
}

/** Opens everything that the service works with. Throws ConfigError or DatabaseError, one line each. */
export async function openDeps(
  config: Config,
  clock: Clock,
  logDestination: DestinationStream,
): Promise<OpenDeps> {
  const db = await openServingDatabase(config);
  try {
    const log = createLog(config.logLevel, logDestination);
    const writes = trackWrites(createWriter(db));
    const repositories = guardRepositories(createRepositories(db, writes.write), (cause) =>
      log.warn({ err: cause }, 'the database is not available'),
    );
    const keyring = await openKeyring(config, repositories);
    await freeLostRequests({ repositories, config, clock });
    const catalogs = createCatalogStore(repositories.catalog, config.synonyms);
    const planUse = createPlanUse({ repositories, clock, log });
    const connections = createToolConnections({ repositories, catalogs, keyring, clock });
    const imports = await openImports({ config, clock, log, repositories });
    const retention = startRetention({ repositories, clock, log, days: config.retentionDays });
    return {
      config,
      clock,
      log,
      repositories,
      catalogs,
      keyring,
      keyCache: createKeyCache({ repositories, keyring, clock, log }),
      rateLimiter: createRateLimiter(clock),
      planUse,
      chat: {
        repositories,
        models: createModelRegistry(config.models),
        tools: createAgentTools({ connections, limits: config.chat, log }),
        limits: config.chat,
        clock,
        log,
        locks: createConversationLocks(),
        active: createActiveReplies(),
      },
      visitorKeys: openVisitorKeys(config, clock),
      origins: createAllowedOrigins({ repositories, clock }),
      localCode: createLocalCode(),
      imports,
      oidc: config.oidc && createOidcClient(config.oidc, log),
      lifecycle: { phase: 'serving' },
      checkDatabase: createReadinessCheck(db, writes),
      recordDatabase: () => recordDatabase(db, config),
      async close() {
        await imports.close(importGraceMs);
        await retention.close();
        await connections.close();
        await planUse.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** How long the end of the process waits for imports. */
const importGraceMs = 3_000;

async function openImports(
  deps: Pick<Deps, 'config' | 'clock' | 'log' | 'repositories'>,
): Promise<BackgroundImports> {
  const owner = ownerOf(deps.config);
  await failLostImports(deps, owner);
  return createBackgroundImports({
    ...deps,
    owner,
    fetch: createGuardedFetch({ allowPrivate: false, maxBytes: 2 * maxFileBytes }),
    connect: () => connectDatabase(deps.config, 'requests'),
  });
}
