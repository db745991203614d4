import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { longDatabaseDeadline } from '../../testing/database.ts';
import { loadConfig } from '../../config/config.ts';
import { openDeps } from '../../deps.ts';
import { startService } from '../../http/server.ts';
import { systemClock } from '../../support/clock.ts';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { createGatedModel, type GatedModel } from '../../testing/gated-model.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('a page that is left in the middle of a reply', () => {
  let shop: BrowserShop;
  let model: GatedModel;
  beforeEach(async () => {
    model = createGatedModel();
    shop = await openBrowserShop(executable ?? '', model.models);
  });
  afterEach(() => shop.close());

  const inside = (page: Page, selector: string) => page.locator(`agent-chatbot ${selector}`);
  const see = (page: Page, text: string): Promise<void> =>
    inside(page, '.message.bot').getByText(text, { exact: true }).waitFor();

  /** Asks, and waits for the first half of the reply. */
  async function askOn(page: Page): Promise<void> {
    await inside(page, '.launcher').click();
    await inside(page, 'textarea').fill('Which lamp?');
    await inside(page, 'textarea').press('Enter');
    await see(page, 'Half 1.');
  }

  /** Another page of the shop. */
  async function nextPage(page: Page): Promise<string> {
    const tag = await page.locator('script[data-chatbot-id]').evaluate((script) => script.outerHTML);
    return shop.host.add({ html: `<!doctype html><html lang="en"><body>${tag}` });
  }

  it('R-4.5-04 has the next page show what has arrived, and go on', async () => {
    const { page } = await shop.visit();
    await askOn(page);
    await page.goto(await nextPage(page));
    await see(page, 'Half 1.');
    expect(await inside(page, '.retry').count()).toBe(0);
    model.open();
    await see(page, 'Half 1. Half 2.');
    await expect.poll(() => inside(page, '.message.user').count()).toBe(1);
    expect(model.calls()).toBe(1);
  });

  it('R-4.5-04 has another tab go on when it is closed', async () => {
    const { page } = await shop.visit();
    const address = await nextPage(page);
    await askOn(page);
    const other = await page.context().newPage();
    await other.goto(address);
    await inside(other, '.activity').waitFor();
    await page.close();
    await see(other, 'Half 1.');
    model.open();
    await see(other, 'Half 1. Half 2.');
    expect(model.calls()).toBe(1);
  });

  it('R-4.5-04 is offered to try again after a restart of the service', async () => {
    const { page, url } = await shop.visit();
    await askOn(page);
    await page.goto('about:blank');
    const { service, deps } = shop.server;
    await service.stop(0);
    const restarted = await startAgain(new URL(service.baseUrl).port, deps.config.dataDir);
    try {
      await page.goto(url);
      await inside(page, '.retry').waitFor();
      model.open();
      await inside(page, '.retry').click();
      await see(page, 'Half 1. Half 2.');
      await expect.poll(() => inside(page, '.message.user').count()).toBe(1);
      expect(model.calls()).toBe(2);
    } finally {
      await page.close();
      await restarted();
    }
  });

  /** Serves the same data on the same port; returns a function that stops. */
  async function startAgain(port: string, dataDir: string): Promise<() => Promise<void>> {
    const isolated = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: port, HTTP_PORT: '0' };
    const config = loadConfig({ ...longDatabaseDeadline, ...isolated });
    const opened = await openDeps(config, systemClock, { write: () => undefined });
    const deps = { ...opened, chat: { ...opened.chat, models: model.models } };
    const service = await startService(deps, createApp(deps));
    return async () => {
      await service.stop(0);
      await opened.close();
    };
  }
});
