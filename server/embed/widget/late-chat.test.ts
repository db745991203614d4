import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEmbedScript } from '../../services/embed-script.ts';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { axeViolations } from './testing/axe-violations.ts';

const executable = findBrowser();
/** The script of an open chat, with its hash or without. */
const chatScript = /\/embed\/chat\.[^/]*js/;

describe.skipIf(executable === undefined)('the script of an open chat', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  const inside = (page: Page, selector: string) => page.locator(`agent-chatbot ${selector}`);
  const replied = (page: Page, text: string) =>
    inside(page, '[role=status]').getByText(`You said: ${text}`).waitFor({ state: 'attached' });
  const messages = (page: Page) => inside(page, '.message.user').allTextContents();

  it('R-4.5-04 is not loaded before the chat is opened, and then once', async () => {
    const loaded: string[] = [];
    const { page } = await shop.visit({
      prepare: async (fresh) =>
        fresh.on('request', (request) => {
          if (chatScript.test(request.url())) loaded.push(new URL(request.url()).pathname);
        }),
    });
    await inside(page, '.launcher').waitFor();
    expect(loaded).toEqual([]);
    for (const state of ['visible', 'hidden', 'visible'] as const) {
      await inside(page, '.launcher').click();
      await inside(page, '.message.bot').waitFor({ state });
    }
    expect(loaded).toEqual([`/embed/chat.${readEmbedScript('chat.js').hash}.js`]);
    await page.context().close();
  });

  /** A visit in which the script waits until it is let go. */
  async function slowly() {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { page } = await shop.visit({
      prepare: (fresh) =>
        fresh.route(chatScript, async (route) => {
          arrive();
          await released;
          await route.continue();
        }),
    });
    await inside(page, '.launcher').waitFor();
    return { page, arrived, release };
  }

  it('R-4.5-04 loses nothing that is typed and sent while it loads', async () => {
    const { page, arrived, release } = await slowly();
    await inside(page, '.launcher').focus();
    await page.keyboard.press('Enter');
    // At once: the window is there, and the focus is in its field.
    await page.keyboard.type('First');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second');
    await page.keyboard.press('Enter');
    await arrived;
    await inside(page, '.activity').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    release();
    await replied(page, 'First');
    expect(await messages(page)).toEqual(['You: First']);
    // One message at a time: the other waits where it was typed.
    await expect.poll(() => inside(page, 'textarea').inputValue()).toBe('Second');
    await inside(page, 'textarea').press('Enter');
    await replied(page, 'Second');
    await page.context().close();
  });

  it('R-4.5-04 sends what the page has sent while it loads, and stays closed when it was closed meanwhile', async () => {
    const { page, arrived, release } = await slowly();
    await page.evaluate('ConversationalAgent.send("From the page")');
    await arrived;
    await page.evaluate('ConversationalAgent.close()');
    release();
    await inside(page, '.unread').waitFor();
    await inside(page, '.panel').waitFor({ state: 'hidden' });
    await inside(page, '.launcher').click();
    expect(await messages(page)).toEqual(['You: From the page']);
    await page.context().close();
  });

  it('R-4.5-04 can be tried again where it does not load, and what was sent is typed again', async () => {
    const tried: string[] = [];
    const { page } = await shop.visit({
      prepare: (fresh) =>
        fresh.route(chatScript, (route: Route) => {
          tried.push(
            route
              .request()
              .url()
              .replace(/.*\/embed/, ''),
          );
          return tried.length === 1 ? route.abort('connectionreset') : route.continue();
        }),
    });
    await inside(page, '.launcher').waitFor();
    await page.evaluate('ConversationalAgent.send("Hello")');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await expect
      .poll(() => inside(page, '[role=status]').textContent())
      .toBe('The assistant cannot be reached.');
    await expect.poll(() => inside(page, 'textarea').inputValue()).toBe('Hello');
    expect(await axeViolations(page)).toEqual([]);
    await retry.click();
    await inside(page, '.message.bot').waitFor();
    await inside(page, 'textarea').press('Enter');
    await replied(page, 'Hello');
    // The newest: an update of the service may have replaced the first one.
    expect(tried).toEqual([`/chat.${readEmbedScript('chat.js').hash}.js`, '/chat.js?2']);
    await page.context().close();
  });

  describe('on a page that pins the embed script', () => {
    const attributes = `integrity="${readEmbedScript().integrity}" crossorigin="anonymous"`;

    it('R-4.5-13 is loaded by the hash that the embed script has', async () => {
      const { page, errors } = await shop.visit({ attributes });
      await inside(page, '.launcher').click();
      await inside(page, '.message.bot').waitFor();
      expect(errors).toEqual([]);
      await page.context().close();
    });

    it('R-4.5-13 does not run when it is another one, also when it is tried again', async () => {
      const { page } = await shop.visit({
        attributes,
        prepare: (fresh) =>
          fresh.route(chatScript, (route) =>
            route.fulfill({
              contentType: 'text/javascript',
              headers: { 'access-control-allow-origin': '*' },
              body: 'globalThis.hasRun = true; export const createChat = () => ({ showEnd() {} });',
            }),
          ),
      });
      await inside(page, '.launcher').click();
      for (const attempt of [1, 2]) {
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        expect(await page.evaluate('globalThis.hasRun'), String(attempt)).toBeUndefined();
        await page.getByRole('button', { name: 'Try again' }).click();
      }
      await page.context().close();
    });
  });
});
