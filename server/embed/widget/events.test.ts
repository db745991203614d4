import { readFunnels } from '../../db/visits.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../../catalog/testing/make-product.ts';
import { type BrowserShop, openBrowserShop, type Visit } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { axeViolations } from './testing/axe-violations.ts';
import { addProducts } from '../../testing/test-shop.ts';
import { allProducts } from '../../db/catalog.ts';

const executable = findBrowser();

interface SentEvent {
  readonly type: string;
  readonly conversation_id?: string;
  readonly product_id?: string;
  readonly value?: string;
}

describe.skipIf(executable === undefined)('what the widget reports', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  const inside = (page: Page, selector: string) => page.locator(`agent-chatbot ${selector}`);
  const thumb = (page: Page, name: string) => page.getByRole('button', { name });
  const ask = async (page: Page, text: string, reply: string): Promise<void> => {
    await inside(page, 'textarea').fill(text);
    await inside(page, 'textarea').press('Enter');
    await inside(page, '[role=status]').getByText(reply).waitFor({ state: 'attached' });
  };
  const visit = async (attributes = ''): Promise<Visit & { readonly sent: SentEvent[] }> => {
    const sent: SentEvent[] = [];
    const visited = await shop.visit({
      attributes,
      prepare: async (page) => {
        await page.clock.install();
        page.on('request', (request) => {
          if (request.method() !== 'POST' || !request.url().endsWith('/embed/events')) return;
          sent.push(...(request.postDataJSON() as { events: SentEvent[] }).events);
        });
      },
    });
    await inside(visited.page, '.launcher').waitFor();
    return { ...visited, sent };
  };
  const visitorsWhoOpened = async (): Promise<number> => {
    const { deps, shop: own } = shop.server;
    const range = { beforeFrom: '2000', from: '2000', to: '9999', agentId: own.agentId };
    return (await deps.database.readAll((db) => readFunnels(db, own.store.id, range))).now.opened;
  };
  const reported = (page: Page): Promise<unknown> =>
    page.waitForResponse((response) => response.url().endsWith('/embed/events') && response.status() === 204);

  it('is nothing before the chat is opened, then the opening, products and a click in batches', async () => {
    const { page, sent, errors } = await visit();
    await page.clock.fastForward(60_000);
    expect(sent).toEqual([]);
    await inside(page, '.launcher').click();
    await ask(page, 'A lamp', 'Here is one');
    const first = reported(page);
    await page.clock.fastForward(5_000);
    await first;
    const product = { product_id: 'lamp', conversation_id: expect.stringMatching(/^cnv_/) };
    expect(sent).toEqual([{ type: 'opened' }, { type: 'product_shown', ...product }]);
    // The link opens a tab; the report waits for the timer.
    const second = reported(page);
    await inside(page, '.card a').click({ modifiers: ['Control'] });
    await page.clock.fastForward(5_000);
    await second;
    expect(sent.slice(2)).toEqual([{ type: 'product_clicked', ...product }]);
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.context().close();
  });

  it('has a product once at least half of its card was visible', async () => {
    const { store } = shop.server.shop;
    const { deps } = shop.server;
    const lamps = ['First', 'Second', 'Third'].map((name) => makeProduct(name, { title: `${name} lamp` }));
    const before = await allProducts(deps.database.reader(store.id));
    await addProducts(deps, store.id, lamps, { replaceAll: true });
    const { page, sent } = await visit();
    await inside(page, '.launcher').click();
    await ask(page, 'Every lamp', 'Which one');
    const report = async (): Promise<void> => {
      const done = reported(page);
      await page.clock.fastForward(5_000);
      await done;
    };
    const shown = () => sent.filter(({ type }) => type === 'product_shown').map((event) => event.product_id);
    const titles = await inside(page, '.card-title').allInnerTexts();
    const inOrder = titles.map((title) => title.replace(' lamp', ''));
    await report();
    // The third one stands beside the window's edge.
    expect(shown()).toEqual(inOrder.slice(0, 2));
    await inside(page, '.card').last().scrollIntoViewIfNeeded();
    await inside(page, '.arrows .back').waitFor();
    await report();
    expect(shown()).toEqual(inOrder);
    await addProducts(deps, store.id, before, { replaceAll: true });
    await page.context().close();
  });

  it('arrives when the page is left before the timer', async () => {
    const opened = await visitorsWhoOpened();
    const { page } = await visit();
    await inside(page, '.launcher').click();
    // The page has read the session of the new visitor: one that is still on its way is lost with the page.
    await expect
      .poll(() => page.evaluate('Object.keys(localStorage).some((key) => key.endsWith(":visitor"))'))
      .toBe(true);
    await page.goto(shop.host.add({ html: '<!doctype html><title>Elsewhere</title>' }));
    await expect.poll(visitorsWhoOpened).toBe(opened + 1);
    await page.context().close();
  });

  it('does not disturb the chat when it fails', async () => {
    const { page, warnings } = await visit();
    let failures = 0;
    await page.route('**/embed/events', (route) => {
      failures += 1;
      return route.abort();
    });
    await inside(page, '.launcher').click();
    await ask(page, 'First', 'You said: First');
    await page.clock.fastForward(5_000);
    await expect.poll(() => failures).toBe(1);
    await ask(page, 'Second', 'You said: Second');
    expect(await inside(page, '.note').count()).toBe(0);
    expect(warnings).toEqual([]);
    await page.context().close();
  });

  it('has the thumb of the latest complete reply, which is kept after a reload', async () => {
    const { page, sent } = await visit();
    await inside(page, '.launcher').click();
    expect(await inside(page, '.thumbs').count()).toBe(0);
    await ask(page, 'First', 'You said: First');
    await ask(page, 'Second', 'You said: Second');
    await expect.poll(() => inside(page, '.thumbs').count()).toBe(1);
    await expect.poll(() => thumb(page, 'Good answer').getAttribute('aria-pressed')).toBe('false');
    await thumb(page, 'Good answer').focus();
    await page.keyboard.press('Enter');
    await thumb(page, 'Bad answer').click();
    const done = reported(page);
    await page.clock.fastForward(5_000);
    await done;
    const values = sent.filter(({ type }) => type === 'thumb').map(({ value }) => value);
    expect(values).toEqual(['up', 'down']);
    await page.reload();
    await thumb(page, 'Bad answer').waitFor();
    await expect.poll(() => thumb(page, 'Bad answer').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => thumb(page, 'Good answer').getAttribute('aria-pressed')).toBe('false');
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('offers no thumbs below a reply that failed, and has them in the language of the page', async () => {
    const { page } = await visit('data-lang="he"');
    await inside(page, '.launcher').click();
    await inside(page, 'textarea').fill('fail please');
    await inside(page, 'textarea').press('Enter');
    await inside(page, '.retry').waitFor();
    expect(await inside(page, '.thumbs').count()).toBe(0);
    await ask(page, 'First', 'You said: First');
    await expect.poll(() => inside(page, '.thumbs button').allTextContents()).toEqual(['', '']);
    await expect.poll(() => inside(page, '.thumbs .up').getAttribute('aria-label')).toBe('תשובה טובה');
    await page.context().close();
  });
});
