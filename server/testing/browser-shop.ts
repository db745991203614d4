import { addProducts, addChatbot } from './test-shop.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { makeProduct } from '../catalog/testing/make-product.ts';
import type { WidgetSettings } from '../db/records.ts';
import type { ModelRegistry } from '../models/registry.ts';
import { systemClock } from '../support/clock.ts';
import { type Contexts, openContexts } from './browser.ts';
import { type PageHost, startPageHost } from './page-host.ts';
import { sampleChatbot } from './sample-records.ts';
import { shoppingModel } from './shopping-model.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

export interface VisitOptions {
  readonly config?: Partial<WidgetSettings>;
  /** Further attributes of the script tag. */
  readonly attributes?: string;
  /** Content-Security-Policy of the page. */
  readonly policy?: string;
  readonly context?: BrowserContextOptions;
  /** Runs before the page is loaded. */
  prepare?(page: Page): Promise<unknown>;
  /** Replaces the default document; `SCRIPT` stands for the tag. */
  readonly html?: string;
  readonly allowed_origins?: readonly string[];
  readonly link_hosts?: readonly string[];
}

export interface Visit {
  readonly page: Page;
  readonly url: string;
  readonly chatbotId: string;
  readonly warnings: readonly string[];
  /** Uncaught errors and console errors of the page. */
  readonly errors: readonly string[];
}

/** A shop on another origin than the service, and a browser that visits it. */
export interface BrowserShop {
  readonly server: TestServer;
  readonly host: PageHost;
  /** Advances the clock of the service, in milliseconds. */
  advanceClock(milliseconds: number): void;
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

const defaultHtml = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width"></head>
<body><main><h1>Shop</h1><p>Lamps and more.</p><a href="#top">Top</a></main>SCRIPT</body></html>`;

/** Starts service and shop, which `close` stops; it closes all pages, too. */
export async function openBrowserShop(
  executablePath: string,
  models: ModelRegistry = shoppingModel(),
): Promise<BrowserShop> {
  let skipped = 0;
  const clock = {
    now: () => systemClock.now() + skipped,
    monotonic: () => systemClock.monotonic() + skipped,
  };
  const [server, contexts] = await Promise.all([
    startTestServer({ models, clock }),
    openContexts(executablePath),
  ]);
  const host = await startPageHost(server.service.caFile ?? '');
  const lamp = makeProduct('lamp', { title: 'Amber Desk Lamp', amount: 4500 });
  const links = { url: `${host.origin}/lamp`, image_url: `${host.origin}/lamp.png` };
  await addProducts(server.deps, server.shop.store.id, [{ ...lamp, ...links }]);
  return {
    server,
    host,
    advanceClock: (milliseconds) => void (skipped += milliseconds),
    visit(options = {}) {
      // All visits come from one address: skip its rate limit window.
      skipped += 61_000;
      return visit({ server, host, contexts }, options);
    },
    async close() {
      await contexts.close();
      await host.close();
      await server.close();
    },
  };
}

interface Scene {
  readonly server: TestServer;
  readonly host: PageHost;
  readonly contexts: Contexts;
}

async function visit({ server, host, contexts }: Scene, options: VisitOptions): Promise<Visit> {
  const chatbotId = await addShownChatbot(server, options, host.origin);
  const tag = `<script src="${server.service.baseUrl}/embed/chatbot.js" data-chatbot-id="${chatbotId}" async ${options.attributes ?? ''}></script>`;
  const headers = options.policy === undefined ? {} : { 'Content-Security-Policy': options.policy };
  const url = host.add({ html: (options.html ?? defaultHtml).replaceAll('SCRIPT', () => tag), headers });
  const context = await contexts.open(options.context);
  const page = await context.newPage();
  const [warnings, errors]: [string[], string[]] = [[], []];
  page.on('console', (line) => {
    if (line.type() === 'warning') warnings.push(line.text());
    if (line.type() === 'error') errors.push(line.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await options.prepare?.(page);
  await page.goto(url);
  return { page, url, chatbotId, warnings, errors };
}

async function addShownChatbot(server: TestServer, options: VisitOptions, origin: string): Promise<string> {
  const { store, agentId } = server.shop;
  const sample = sampleChatbot(store.id, agentId);
  const chatbot = {
    ...sample,
    config: { ...sample.config, ...options.config },
    allowed_origins: [...(options.allowed_origins ?? [origin])],
    image_hosts: [new URL(origin).host],
    link_hosts: [...(options.link_hosts ?? [])],
  };
  await addChatbot(server.deps, chatbot);
  return chatbot.id;
}
