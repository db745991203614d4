import type { DestinationStream, Logger } from 'pino';
import { createKeyCache, type KeyCache } from './auth/key-cache.ts';
import { type Keyring, openKeyring } from './auth/keyring.ts';
import { type VisitorKeys, openVisitorKeys } from './auth/visitors.ts';
import { type CatalogStore, createCatalogStore } from './catalog/catalog-store.ts';
import { createActiveReplies } from './chat/active-replies.ts';
import { createConversationLocks } from './chat/locks.ts';
import type { ChatRuntime } from './chat/types.ts';
import type { Config } from './config/config.ts';
import { openDatabase } from './db/connect.ts';
import { createRepositories, type Repositories } from './db/repositories.ts';
import { createModelRegistry } from './models/registry.ts';
import { createAllowedOrigins, type AllowedOrigins } from './services/allowed-origins.ts';
import { createExactRateLimiter, type RateLimiter } from './services/rate-limiter.ts';
import type { Clock } from './support/clock.ts';
import { createLog } from './support/log.ts';
import { createAgentTools } from './tools/agent-tools.ts';
import { createToolConnections } from './tools/connections.ts';

/** Everything that the handlers may use; made once by `openDeps`, and real in tests too. */
export interface Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly repositories: Repositories;
  readonly catalogs: CatalogStore;
  readonly keyring: Keyring;
  readonly keys: KeyCache;
  readonly rateLimiter: RateLimiter;
  readonly chat: ChatRuntime;
  readonly embed: VisitorKeys;
  readonly origins: AllowedOrigins;
  readonly lifecycle: Lifecycle;
}

export interface OpenDeps extends Deps {
  /** Closes connections to tools and the database. */
  close(): Promise<void>;
}

/** Opens everything that the service works with. Throws ConfigError or DatabaseError, one line each. */
export async function openDeps(
  config: Config,
  clock: Clock,
  logDestination: DestinationStream,
): Promise<OpenDeps> {
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
      keys: createKeyCache({ repositories, keyring, clock }),
      rateLimiter: createExactRateLimiter(clock),
      chat: chat.runtime,
      embed: openVisitorKeys(config),
      origins: createAllowedOrigins({ repositories, clock }),
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

export interface ChatRuntimeDeps {
  readonly config: Pick<Config, 'chat' | 'models'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly repositories: Repositories;
  readonly catalogs: CatalogStore;
  readonly keyring: Keyring;
}

/** What replies need; `close` closes the connections to tools. */
export function openChatRuntime(deps: ChatRuntimeDeps): { runtime: ChatRuntime; close(): Promise<void> } {
  const connections = createToolConnections(deps);
  const runtime: ChatRuntime = {
    repositories: deps.repositories,
    models: createModelRegistry(deps.config.models),
    tools: createAgentTools({ connections, limits: deps.config.chat, log: deps.log }),
    limits: deps.config.chat,
    clock: deps.clock,
    log: deps.log,
    locks: createConversationLocks(),
    active: createActiveReplies(),
  };
  return { runtime, close: () => connections.close() };
}

/** Whether this process takes requests: `/readyz` says so to load balancers. */
export interface Lifecycle {
  readonly phase: 'serving' | 'draining';
  /** No new work: `/readyz` fails from now on, and connections close after their answer. */
  beginDraining(): void;
  /** Resolves when the database answers, rejects when it does not. */
  checkDatabase(): Promise<void>;
}

export function createLifecycle(checkDatabase: () => Promise<void>): Lifecycle {
  let phase: Lifecycle['phase'] = 'serving';
  return {
    get phase() {
      return phase;
    },
    beginDraining() {
      phase = 'draining';
    },
    checkDatabase,
  };
}
