import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeViolations } from '../../embed/widget/testing/axe-violations.ts';
import { type Contexts, findBrowser, openContexts } from '../../testing/browser.ts';
import { sampleStore } from '../../testing/sample-records.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { demoStores } from '../demo-stores.ts';
import { seedDemo } from '../seed-demo.ts';
import { addStore } from '../../testing/test-shop.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('the demo shop in a browser', () => {
  let server: TestServer;
  let contexts: Contexts;
  let context: BrowserContext;
  let page: Page;
  let consoleErrors: string[];
  beforeAll(async () => {
    [server, contexts] = await Promise.all([
      startTestServer({ environment: { DEMO_SHOP: 'on' } }),
      openContexts(executable ?? ''),
    ]);
    // Beside the test server's other stores, the demo is only completed.
    await addStore(server.deps, sampleStore(demoStores.main));
    await seedDemo(server.deps, [server.service.baseUrl]);
  });
  afterAll(async () => {
    await contexts.close();
    await server.close();
  });
  beforeEach(async () => {
    context = await contexts.open();
    page = await context.newPage();
    consoleErrors = [];
    page.on('console', (line) => {
      if (['warning', 'error'].includes(line.type())) consoleErrors.push(line.text());
    });
    page.on('pageerror', (error) => consoleErrors.push(error.message));
    await page.goto(`${server.service.baseUrl}/demo/`);
  });
  afterEach(() => context.close());

  it('R-1-04 R-4.5-04 shows products for a suggested prompt, with pictures and links to their pages', async () => {
    await page.locator('agent-chatbot .launcher').click();
    await page.getByRole('button', { name: 'Show me rain jackets' }).click();
    const card = page.locator('agent-chatbot .card').first();
    await card.locator('img').evaluate((image: HTMLImage) => image.decode());
    const address = (await card.locator('a').getAttribute('href')) ?? '';
    const title = (await card.locator('a').textContent()) ?? '';
    // The conversation is saved when the reply is complete; then the widget announces it.
    await page.locator('agent-chatbot [role=status]', { hasText: /\S/ }).waitFor({ state: 'attached' });
    // All of the cards and the line above them are visible.
    const [log, cards, line] = await Promise.all(
      ['.log', '.cards', '.reply .message.bot >> nth=1'].map((selector) =>
        page.locator(`agent-chatbot ${selector}`).boundingBox(),
      ),
    );
    expect(line?.y).toBeGreaterThanOrEqual(log?.y ?? Infinity);
    expect(cards?.height).toBeGreaterThan(200);
    expect((cards?.y ?? Infinity) + (cards?.height ?? 0)).toBeLessThanOrEqual(
      (log?.y ?? 0) + (log?.height ?? 0),
    );
    await page.goto(address);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    // The next page restores the conversation.
    await page.locator('agent-chatbot .card').first().waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('asks about a product from its page', async () => {
    await page.goto(`${server.service.baseUrl}/demo/product/arc-reading-lamp`);
    await page.getByRole('button', { name: 'Ask about this product' }).click();
    await page.locator('agent-chatbot .card', { hasText: 'Arc Reading Lamp' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('puts a product of the chat, and that of a page, into a cart that the next page has, too', async () => {
    await page.goto(`${server.service.baseUrl}/demo/product/arc-reading-lamp`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('button', { name: 'Ask about this product' }).click();
    const card = page.locator('agent-chatbot .card', { hasText: 'Arc Reading Lamp' });
    await card.getByRole('combobox').selectOption('Black');
    const button = card.getByRole('button');
    await button.click();
    await expect.poll(() => button.innerText()).toBe('✓ Add to cart');
    await page.goto(`${server.service.baseUrl}/demo/`);
    const cart = page.locator('.cart');
    await cart.getByText('Cart (2)').click();
    const line = cart.getByRole('listitem');
    const [, price = ''] = /2 × (\$[\d.]+)/.exec(await line.innerText()) ?? [];
    await expect.poll(() => line.innerText()).toContain('Arc Reading Lamp');
    await expect
      .poll(() => cart.locator('.total').innerText())
      .toBe(`Total $${(2 * Number(price.slice(1))).toFixed(2)}`);
    expect(await axeViolations(page)).toEqual([]);
    await line.getByRole('button', { name: 'Remove Arc Reading Lamp' }).click();
    await expect.poll(() => cart.innerText()).toContain('It is empty.');
    await page.locator('agent-chatbot .launcher').click();
    await page.setViewportSize({ width: 320, height: 568 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(consoleErrors).toEqual([]);
  });

  it('tells the service of an order that a shopper who has asked pretends to place', async () => {
    await page.goto(`${server.service.baseUrl}/demo/product/headland-rain-jacket`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('button', { name: 'Ask about this product' }).click();
    await page.locator('agent-chatbot .card').first().waitFor();
    await page.goto(`${server.service.baseUrl}/demo/`);
    const cart = page.locator('.cart');
    await cart.getByText('Cart (1)').click();
    await page.locator('agent-chatbot .launcher').waitFor();
    const [response] = await Promise.all([
      page.waitForResponse((sent) => sent.request().postData()?.includes('"ordered"') === true),
      cart.getByRole('button', { name: 'Pretend to order' }).click(),
    ]);
    expect(response.status()).toBe(204);
    await expect.poll(() => cart.innerText()).toContain('It is empty.');
    const orders = await server.deps.database.readAll(async (db) => db('orders'));
    const items = [{ product_id: 'headland-rain-jacket', quantity: 1 }];
    expect(orders).toMatchObject([{ items, currency: 'USD', order_id: expect.stringMatching(/^demo-/) }]);
  });

  it('tells the chat the product of a page and the cart, so that "it" is that product', async () => {
    const told: unknown[] = [];
    page.on('request', async (request) => {
      if (!request.url().endsWith('/chat/stream')) return;
      told.push(JSON.parse((await request.headerValue('x-page-context')) ?? ''));
    });
    await page.goto(`${server.service.baseUrl}/demo/product/headland-rain-jacket`);
    await page.getByRole('combobox', { name: 'Choose' }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.locator('agent-chatbot .launcher').click();
    await page.locator('agent-chatbot textarea').fill('Is it in stock?');
    await page.locator('agent-chatbot textarea').press('Enter');
    await page.locator('agent-chatbot .card', { hasText: 'Headland Rain Jacket' }).waitFor();
    const variant = await page.getByRole('combobox', { name: 'Choose' }).inputValue();
    await expect
      .poll(() => told)
      .toEqual([
        {
          can_add_to_cart: true,
          product_id: 'headland-rain-jacket',
          variant_id: variant,
          cart: [{ product_id: 'headland-rain-jacket', variant_id: variant, quantity: 1 }],
        },
      ]);
    await page.goto(`${server.service.baseUrl}/demo/?category=Lighting`);
    await page.locator('agent-chatbot .launcher').waitFor();
    await page.evaluate('ConversationalAgent.send("Hello")');
    await expect.poll(() => told[1]).toMatchObject({ category: 'Lighting', cart: [{ quantity: 1 }] });
    expect(consoleErrors).toEqual([]);
  });

  it('has pages without axe violations that fit the width of a phone', async () => {
    for (const path of ['/demo/', '/demo/?category=Lighting', '/demo/product/arc-reading-lamp']) {
      await page.goto(server.service.baseUrl + path);
      await page.locator('agent-chatbot .launcher').waitFor();
      expect(await axeViolations(page), path).toEqual([]);
      await page.setViewportSize({ width: 320, height: 568 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(320);
    }
    expect(consoleErrors).toEqual([]);
  });
});

/** Tests are not compiled with the types of a browser. */
interface HTMLImage {
  decode(): Promise<void>;
}
