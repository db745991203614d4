import { readFileSync, rmSync } from 'node:fs';
import { createApp } from '../app.ts';
import { loadConfig } from '../config/config.ts';
import type { StoreRecord } from '../db/records.ts';
import { openDeps, type Deps } from '../deps.ts';
import { startService, type Service } from '../http/server.ts';
import type { ModelRegistry } from '../models/registry.ts';
import { systemClock, type Clock } from '../support/clock.ts';
import { createMigratedFolder, longDatabaseDeadline } from './database.ts';
import { addTestShop, addTestStore, type TestShop, type TestStore } from './test-shop.ts';
import { createTlsFetch, type TestFetch } from './tls-fetch.ts';

export interface TestServerOptions {
  /** Environment variables beside the defaults of tests. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** A folder that `close` removes; by default a temporary one. */
  readonly dataDir?: string;
  /** In place of the built-in shopping model. */
  readonly models?: ModelRegistry;
}

/** The real service on free ports, with two stores that have an agent and a chatbot each. */
export interface TestServer {
  readonly service: Service;
  readonly deps: Deps;
  /** The authority's certificate, PEM. */
  readonly ca: string;
  /** An Enterprise store without limits. */
  readonly shop: TestShop;
  /** A Pro store. */
  readonly otherShop: TestShop;
  /** Every line of the log so far. */
  readonly logLines: readonly string[];
  /** Without credentials. */
  readonly fetch: TestFetch;
  /** With the key of `shop`. */
  readonly api: TestFetch;
  addStore(change?: Partial<StoreRecord>): Promise<TestStore>;
  /** Closes the database for good, as a crash of it would. */
  breakDatabase(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Production's defaults, but for the model that needs no vendor; responses and events are validated. Tests are about the
 * database's deadline, or wait for a busy machine.
 */
const defaults = {
  NODE_ENV: 'production',
  MODEL_FALLBACK: 'built-in',
  VALIDATE_RESPONSES: 'on',
  ...longDatabaseDeadline,
};

/** Starts the real service over real TLS with an SQLite database in a temporary folder; `close` removes it. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await createMigratedFolder());
  const isolated = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', HTTP_PORT: '0' };
  const logLines: string[] = [];
  const write = (line: string): void => void logLines.push(line);
  const config = loadConfig({ ...defaults, ...options.environment, ...isolated });
  const opened = await openDeps(config, options.clock ?? systemClock, { write });
  const models = options.models && { models: options.models, fallback: null };
  const deps: Deps = { ...opened, chat: { ...opened.chat, ...models } };
  const service = await startService(deps, createApp(deps));
  const ca = service.caFile === null ? '' : readFileSync(service.caFile, 'utf8');
  const client = createTlsFetch(service.baseUrl, ca);
  const shop = await addTestShop(deps, { plan: 'enterprise' });
  let closing: Promise<void> | undefined;
  const breakDatabase = (): Promise<void> => (closing ??= opened.close());
  return {
    service,
    deps,
    ca,
    shop,
    otherShop: await addTestShop(deps, { plan: 'pro' }),
    logLines,
    fetch: client.fetch,
    api: (path, init) => client.fetch(path, { ...init, headers: { ...bearer(shop.key), ...init?.headers } }),
    addStore: (change) => addTestStore(deps, change),
    breakDatabase,
    async close() {
      client.close();
      await service.stop(0);
      await breakDatabase();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The header that an API key travels in. */
export function bearer(key: string): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` };
}
