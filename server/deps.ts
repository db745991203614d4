import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { DestinationStream, Logger } from 'pino';
import { createKeyCache } from './auth/key-cache.ts';
import { createOidcClient } from './auth/oidc-client.ts';
import { openKeyring } from './auth/open-keyring.ts';
import { openVisitorKeys } from './auth/visitor-keys.ts';
import { createCatalogStore } from './catalog/catalog-store.ts';
import { createActiveReplies } from './chat/active-replies.ts';
import { createJoinableReplies } from './chat/joinable-replies.ts';
import { createLocalLocks } from './chat/local-locks.ts';
import { createSharedLocks } from './chat/shared-locks.ts';
import type { ChatRuntime } from './chat/types.ts';
import type { Config } from './config/config.ts';
import { catalogSource } from './db/catalog.ts';
import { knowledgeSource } from './db/knowledge.ts';
import { poolUse } from './db/connect.ts';
import { createDatabase, type Database, systemActor } from './db/database.ts';
import { openServingDatabase, recordDatabase } from './db/database-marker.ts';
import { createGuard, type ReportUnavailable } from './db/guard.ts';
import { createCountedRequests } from './db/counted-requests.ts';
import { createReadinessCheck, type TrackedWrites, trackWrites } from './db/readiness.ts';
import { createWriter } from './db/write.ts';
import { createKnowledgeStore } from './knowledge/knowledge-index.ts';
import { createFallback, createModelRegistry } from './models/registry.ts';
import { type ChannelDeps, createChannels } from './notify/channels.ts';
import { createMailer } from './notify/mail.ts';
import { type SenderDeps, startSender } from './notify/sender.ts';
import { maxResponseBytes } from './notify/webhook.ts';
import { startWeekly, type WeeklyDeps } from './notify/weekly.ts';
import { createQuarantine } from './quarantine/quarantine.ts';
import { createAllowedOrigins } from './services/allowed-origins.ts';
import {
  type BackgroundImportDeps,
  type BackgroundImports,
  createBackgroundImports,
} from './services/background-imports.ts';
import { failImportsOf } from './services/import-records.ts';
import { maxFileBytes } from './services/feed-download.ts';
import { freeLostRequests } from './services/idempotency.ts';
import { createLocalCode } from './services/local-code.ts';
import { createMemoryRateLimiter } from './services/memory-rate-limiter.ts';
import { createPlanUse } from './services/plans.ts';
import { createPostgresRateLimiter } from './services/postgres-rate-limiter.ts';
import type { RateLimiter } from './services/rate-limiter.ts';
import { type ReadSourcesDeps, startReadingSources } from './services/read-sources.ts';
import { startRetention } from './services/retention.ts';
import type { Clock } from './support/clock.ts';
import { createLog } from './support/log.ts';
import { createMetrics, type Metrics } from './support/metrics.ts';
import { createAgentTools } from './tools/agent-tools.ts';
import { createToolConnections } from './tools/connections.ts';
import { createStoreCatalogs } from './tools/store-catalogs.ts';
import type { ToolConnections } from './tools/types.ts';
import { createGuardedFetch } from './tools/guarded-fetch.ts';

/** Whether this process accepts requests; `/readyz` reports it to load balancers. */
export interface Lifecycle {
  phase: 'serving' | 'draining';
}

/** Everything that handlers use; opened once by `openDeps`, and real in tests too. */
export type Deps = Omit<OpenDeps, 'close'>;
export type OpenDeps = Awaited<ReturnType<typeof openDeps>>;

/** Opens everything that the service works with. Throws ConfigError or DatabaseError, one line each. */
export async function openDeps(config: Config, clock: Clock, logDestination: DestinationStream) {
  const db = await openServingDatabase(config);
  try {
    const log = createLog(config.logLevel, logDestination);
    const writes = trackWrites(createWriter(db));
    const metrics = createMetrics();
    const report = reportUnavailable(log, metrics);
    const database = createDatabase(db, { clock, write: writes.write, guard: createGuard(report) });
    const shared = { config, clock, log, database };
    const keyring = await openKeyring(config, shared);
    await freeLostRequests({ database, config });
    const catalogs = createCatalogStore(catalogSource(database));
    const planUse = createPlanUse(shared);
    const storeCatalogs = createStoreCatalogs({ ...shared, metrics, keyring, catalogs });
    const knowledge = createKnowledgeStore(knowledgeSource(database));
    const connections = createToolConnections({ ...shared, catalogs: storeCatalogs, knowledge, keyring });
    const readers = createQuarantine(join(config.dataDir, 'imports'));
    const imports = await openImports({ ...shared, readers, keyring });
    const sendMail = config.mail && createMailer(config.mail);
    const jobs = startJobs({ ...shared, metrics, keyring, planUse, sendMail, readers, imports });
    const lifecycle: Lifecycle = { phase: 'serving' };
    return {
      ...shared,
      metrics,
      catalogs,
      knowledge,
      /** Read what strangers wrote, apart from the thread that serves. */
      readers,
      keyring,
      keyCache: createKeyCache({ database, keyring, clock, log }),
      rateLimiter: openRateLimiter(db, { config, clock, writes, report }),
      planUse,
      /** What agents search: imported products, a live shop, or both. */
      storeCatalogs,
      chat: createChat({ ...shared, metrics, catalogs: storeCatalogs }, connections),
      visitorKeys: openVisitorKeys(config, clock),
      origins: createAllowedOrigins({ database, clock }),
      localCode: createLocalCode(),
      imports,
      /** Null without SMTP_URL. */
      sendMail,
      /** Null without a provider. */
      oidc: config.oidc && createOidcClient(config.oidc, log),
      lifecycle,
      checkDatabase: createReadinessCheck(db, writes),
      /** Records added stores and keys outside the database; to be called before they are acknowledged. */
      recordDatabase: () => recordDatabase(db, config),
      poolUse: () => poolUse(db),
      /** Closes connections to tools, stores the use of plans, and closes the database. */
      async close(): Promise<void> {
        await Promise.all([imports.close(graceMs), jobs.close()]);
        readers.close();
        for (const part of [connections, storeCatalogs, planUse]) await part.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

interface SharedDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
}

/** Replies, with locks in this process for SQLite, and shared ones for nodes over PostgreSQL (decision 0054). */
function createChat(
  deps: Pick<ChatRuntime, 'clock' | 'metrics' | 'database' | 'catalogs'> & SharedDeps,
  connections: ToolConnections,
): ChatRuntime {
  const { config, log } = deps;
  return {
    ...deps,
    models: createModelRegistry(config.models),
    fallback: createFallback(config.models),
    prices: config.modelPrices,
    tools: createAgentTools({ connections, limits: config.chat, log }),
    limits: config.chat,
    locks: config.databaseUrl === null ? createLocalLocks() : createSharedLocks(deps.database),
    active: createActiveReplies(),
    joinable: createJoinableReplies(config.chat),
  };
}

/** Logs and counts the failures of the database that become 503. */
function reportUnavailable(log: Logger, metrics: Metrics): ReportUnavailable {
  return (cause) => {
    metrics.databaseErrors.inc();
    log.warn({ err: cause }, 'the database is not available');
  };
}

interface LimiterDeps {
  readonly config: Pick<Config, 'databaseUrl'>;
  readonly clock: Clock;
  readonly writes: TrackedWrites;
  readonly report: ReportUnavailable;
}

/** SQLite has one process that serves; PostgreSQL may have many (decision 0053). */
function openRateLimiter(db: Knex, { config, clock, writes, report }: LimiterDeps): RateLimiter {
  if (config.databaseUrl === null) return createMemoryRateLimiter(clock);
  const counted = createCountedRequests(db, writes.track);
  return createPostgresRateLimiter({ counted, clock, guard: createGuard(report) });
}

type JobDeps = Omit<SenderDeps, 'channels'> & WeeklyDeps & ReadSourcesDeps & Omit<ChannelDeps, 'fetch'>;

/** What the process does beside requests: it deletes what has expired, reads sources again, and sends notices. */
function startJobs(deps: JobDeps): { close(): Promise<void> } {
  const fetch = createGuardedFetch({ allowPrivate: false, maxBytes: maxResponseBytes });
  const sender = startSender({ ...deps, channels: createChannels({ ...deps, fetch }) });
  const others = [
    startRetention({ ...deps, days: deps.config.retentionDays }),
    startWeekly(deps),
    startReadingSources(deps),
  ];
  return {
    async close() {
      await Promise.all([sender.close(graceMs), ...others.map((job) => job.close())]);
    },
  };
}

/** How long the end of the process waits for imports, and for notices that are being sent. */
const graceMs = 3_000;

async function openImports(
  deps: SharedDeps & Pick<BackgroundImportDeps, 'readers' | 'keyring'>,
): Promise<BackgroundImports> {
  // With SQLite one process serves at a time: its start fails what an earlier one has left running. On PostgreSQL other
  // nodes may run imports: those of a node that has died fail when their leases have ended.
  const owner = deps.config.databaseUrl === null ? 'sqlite' : randomUUID();
  await deps.database.changeAll(systemActor, (context) => failImportsOf(context, owner));
  return createBackgroundImports({
    ...deps,
    owner,
    fetch: createGuardedFetch({ allowPrivate: false, maxBytes: 2 * maxFileBytes }),
  });
}
