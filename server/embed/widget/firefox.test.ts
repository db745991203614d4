import { addChatbot } from '../../testing/test-shop.ts';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchFirefox } from '../../testing/firefox.ts';
import { type PageHost, startPageHost } from '../../testing/page-host.ts';
import { hasProgram } from '../../testing/programs.ts';
import { sampleChatbot } from '../../testing/sample-records.ts';
import { shoppingModel } from '../../testing/shopping-model.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

describe.runIf(hasProgram('firefox'))('the widget in Firefox', () => {
  let server: TestServer;
  let host: PageHost;
  let browser: Browser;
  let page: Page;
  let url: string;
  let tag: string;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ models: shoppingModel() }), launchFirefox()]);
    host = await startPageHost(server.service.caFile ?? '');
    const { store, agentId } = server.shop;
    const chatbot = sampleChatbot(store.id, agentId, { allowed_origins: [host.origin] });
    await addChatbot(server.deps, chatbot);
    tag = `<script src="${server.service.baseUrl}/embed/chatbot.js" data-chatbot-id="${chatbot.id}" async></script>`;
    url = host.add({
      html: `<!doctype html><html lang="en"><title>Shop</title><body><main>Shop</main>${tag}`,
    });
  });
  beforeEach(async () => {
    page = await (await browser.createBrowserContext()).newPage();
    page.setDefaultTimeout(120_000);
  });
  afterAll(async () => {
    await browser.close();
    await host.close();
    await server.close();
  });

  const inside = (selector: string) => page.locator(`agent-chatbot >>> ${selector}`);
  const log = (): Promise<unknown> =>
    page.evaluate("document.querySelector('agent-chatbot').shadowRoot.querySelector('.log').innerText");

  /** Waits for all that a page loads after a reply: Firefox keeps no page that is left while it loads. */
  function trackRequests(): () => Promise<void> {
    const [pending, ended] = [new Set<HTTPRequest>(), new Set<string>()];
    page.on('request', (request) => pending.add(request));
    const end = (request: HTTPRequest): void => {
      pending.delete(request);
      ended.add(new URL(request.url()).pathname);
    };
    page.on('requestfinished', end).on('requestfailed', end);
    // The widget's last request about a reply.
    return async () => {
      await expect.poll(() => ended.has('/embed/messages') && pending.size === 0).toBe(true);
    };
  }

  it('R-4.5-04 is up to date on a page from the back/forward cache', async () => {
    const loadedAll = trackRequests();
    await page.goto(url);
    await page.evaluate(
      "addEventListener('pageshow', ({ persisted }) => { globalThis.isRestored = persisted; })",
    );
    await inside('.launcher').click();
    await inside('textarea').fill('On one page');
    await page.keyboard.press('Enter');
    await expect.poll(log).toContain('You said: On one page');
    await loadedAll();
    await page.goto(host.add({ html: `<!doctype html><html lang="en"><body>${tag}` }));
    await inside('textarea').fill('On the next page');
    await page.keyboard.press('Enter');
    await expect.poll(log).toContain('You said: On the next page');
    await page.evaluate('void history.back()');
    await expect.poll(() => page.evaluate('globalThis.isRestored').catch(() => undefined)).toBe(true);
    expect(await page.evaluate('location.href')).toBe(url);
    await expect.poll(log).toContain('You said: On the next page');
  });

  it('R-4.5-04 loads, replies, and has the conversation after a reload, also of a reply under way', async () => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(url);
    await inside('.launcher').click();
    await inside('textarea').fill('Hello');
    await page.keyboard.press('Enter');
    await expect.poll(log).toContain('You said: Hello');
    await page.reload();
    await inside('textarea').wait();
    await expect.poll(log).toContain('You said: Hello');
    await inside('textarea').fill('hang please');
    await page.keyboard.press('Enter');
    await expect.poll(log).toContain('Let me see');
    await page.reload();
    await expect.poll(log).toMatch(/hang please[^]*Let me see/);
    expect(errors).toEqual([]);
  });
});
