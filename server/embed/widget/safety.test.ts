import { updateChatbot } from '../../services/chatbots.ts';
import { changeStore } from '../../testing/test-shop.ts';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop, type Visit } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { changedConfig } from './testing/changed-config.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('the page around the chatbot', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  const converse = async (page: Page): Promise<void> => {
    await page.locator('agent-chatbot .launcher').click();
    await page.locator('agent-chatbot textarea').fill('A lamp');
    await page.locator('agent-chatbot textarea').press('Enter');
    await page.locator('agent-chatbot [role=status]').getByText('Here is one').waitFor({ state: 'attached' });
  };
  const warned = async ({ page, warnings }: Visit): Promise<void> => {
    if (warnings.length === 0) await page.waitForEvent('console', (line) => line.type() === 'warning');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^The chatbot is not shown: /);
    expect(await page.locator('agent-chatbot').count()).toBe(0);
    expect(await page.evaluate('document.body.children.length')).toBe(2);
    await page.context().close();
  };

  it('R-4.5-04 works with a strict policy that allows only script and connection to the service', async () => {
    const { baseUrl } = shop.server.service;
    const policy = [
      "default-src 'none'",
      `script-src ${baseUrl}`,
      `connect-src ${baseUrl}`,
      'img-src https:',
      "style-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    const { page, errors } = await shop.visit({
      policy,
      prepare: (fresh) =>
        fresh.addInitScript(
          "globalThis.broken = []; addEventListener('securitypolicyviolation', (event) => broken.push(event.violatedDirective))",
        ),
    });
    await converse(page);
    expect(await page.evaluate('broken')).toEqual([]);
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    const launcher = "document.querySelector('agent-chatbot').shadowRoot.querySelector('.launcher')";
    const shade = await page.evaluate(`getComputedStyle(${launcher}).backgroundColor`);
    expect(shade).toBe('rgb(17, 34, 51)');
    await page.context().close();
  });

  it('R-4.5-04 works with a policy that allows only scripts with a nonce', async () => {
    const { page, errors } = await shop.visit({
      policy: "script-src 'nonce-r4nd0m'",
      attributes: 'nonce="r4nd0m"',
    });
    await converse(page);
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.context().close();
  });

  it('R-5-10 R-4.5-06 keeps API keys out of the script, the page, its storage and its traffic', async () => {
    const seen: string[] = [];
    const { page } = await shop.visit({
      prepare: async (fresh) =>
        fresh.on('response', async (response) => {
          const request = response.request();
          const body = await response.text().catch(() => '');
          seen.push(JSON.stringify([request.url(), await request.allHeaders(), request.postData(), body]));
        }),
    });
    await converse(page);
    const stored = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    const everything = [...seen, stored, await page.content()].join('\n');
    expect(everything).toMatch(/Bearer vst_/);
    expect(everything).not.toMatch(/svc_/);
    expect(everything).not.toContain(shop.server.shop.key);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  it('R-4.5-06 stays unchanged when the origin is not allowed', async () => {
    await warned(await shop.visit({ allowed_origins: ['https://elsewhere.example'] }));
  });

  it('R-4.5-03 stays unchanged, and says why, when the chatbot is disabled', async () => {
    const { page, chatbotId, warnings } = await shop.visit();
    await page.locator('agent-chatbot .launcher').click();
    await page.locator('agent-chatbot .message').waitFor();
    const { store } = shop.server.shop;
    await changeStore(shop.server.deps, store.id, (context) =>
      updateChatbot(context, chatbotId, { status: 'disabled' }),
    );
    // An open chat says so once, and takes no further message.
    await page.locator('agent-chatbot textarea').fill('Hello');
    await page.locator('agent-chatbot textarea').press('Enter');
    await page.locator('agent-chatbot .note').getByText('This chat is closed at the moment.').waitFor();
    expect(await page.locator('agent-chatbot textarea').isDisabled()).toBe(true);
    expect(await page.locator('agent-chatbot .retry').count()).toBe(0);
    await page.reload();
    await expect
      .poll(() => warnings)
      .toEqual(['The chatbot is not shown: the chatbot is disabled: enable it in the dashboard.']);
    expect(await page.locator('agent-chatbot').count()).toBe(0);
    await page.context().close();
  });

  it('R-4.5-03 stays unchanged when the service is down', async () => {
    const down = (route: Route): Promise<void> => route.abort('connectionrefused');
    await warned(await shop.visit({ prepare: (page) => page.route('**/{session,config}*', down) }));
  });

  it.each([
    ['an error', { status: 500, json: { error: 'broken', status: 500 } }],
    ['null', { status: 200, json: null }],
    ['a bubble of an unknown style', { status: 200, json: changedConfig({ bubble_style: 'star' }) }],
  ])('R-4.5-03 stays unchanged when the configuration is %s', async (_what, response) => {
    const headers = { 'access-control-allow-origin': '*' };
    const prepare = (page: Page): Promise<unknown> =>
      page.route('**/widget/config?*', (route) => {
        if (route.request().method() === 'OPTIONS') return route.continue();
        return route.fulfill({ headers, ...response });
      });
    await warned(await shop.visit({ prepare }));
  });

  it('R-4.5-02 stays unchanged when the tag names no chatbot, and warns once about a second tag', async () => {
    const usual = '<!doctype html><body><main>Shop</main>';
    const src = `${shop.server.service.baseUrl}/embed/chatbot.js`;
    await warned(await shop.visit({ html: `${usual}<script src="${src}" async></script>` }));
    const twice = await shop.visit({ html: `${usual}SCRIPT` });
    await twice.page.locator('agent-chatbot .launcher').waitFor();
    await twice.page.evaluate(`{
      const [tag] = document.scripts;
      const second = document.createElement('script');
      for (const { name, value } of tag.attributes) second.setAttribute(name, value);
      document.body.append(second);
    }`);
    await expect.poll(() => twice.warnings.length).toBe(1);
    await expect.poll(() => twice.page.locator('agent-chatbot').count()).toBe(1);
    await twice.page.context().close();
  });

  it('R-4.5-02 gets one widget when two tags load at the same time', async () => {
    const { page, warnings } = await shop.visit({
      html: '<!doctype html><body><main>Shop</main>SCRIPT SCRIPT',
    });
    await page.locator('agent-chatbot .launcher').waitFor();
    await expect.poll(() => warnings.length).toBe(1);
    await expect.poll(() => page.locator('agent-chatbot').count()).toBe(1);
    await page.context().close();
  });

  it('R-4.5-04 works in the head of a page, and without storage', async () => {
    const { page, errors } = await shop.visit({
      html: '<!doctype html><html><head><title>Shop</title>SCRIPT</head><body><main>Shop</main></body></html>',
      prepare: (fresh) =>
        fresh.addInitScript(
          "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
        ),
    });
    await converse(page);
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.context().close();
  });
});
