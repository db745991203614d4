import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop, type VisitOptions } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';

const executable = findBrowser();

function jsonLd(...documents: unknown[]): string {
  const scripts = documents.map(
    (each) => `<script type="application/ld+json">${JSON.stringify(each)}</script>`,
  );
  return `<!doctype html><html lang="en"><body>${scripts.join('')}SCRIPT</body></html>`;
}

const lamp = { '@type': 'Product', name: 'Amber Desk Lamp', sku: 'L-1', url: 'https://shop.example/p/lamp' };

describe.skipIf(executable === undefined)('what the page says about itself', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  /** Sends a message from a page, after `script` has run in it; returns the context that went with it. */
  async function contextOf(options: VisitOptions, script = ''): Promise<unknown> {
    const { page } = await shop.visit(options);
    await page.locator('agent-chatbot .launcher').waitFor();
    await page.evaluate(script);
    const context = await send(page, 'Hello');
    await page.context().close();
    return context;
  }

  async function send(page: Page, text: string): Promise<unknown> {
    const sent = page.waitForResponse(
      (response) => response.url().endsWith('/chat/stream') && response.status() === 200,
    );
    await page.evaluate(`ConversationalAgent.send(${JSON.stringify(text)})`);
    const header = await (await sent).request().headerValue('x-page-context');
    await page
      .locator('agent-chatbot [role=status]')
      .getByText(`You said: ${text}`)
      .waitFor({ state: 'attached' });
    if (header === null) return undefined;
    expect(header).toMatch(/^[ -~]{2,4096}$/);
    return JSON.parse(header);
  }

  it('is nothing on a page that says nothing', async () => {
    expect(await contextOf({})).toBeUndefined();
  });

  it('is the product of the script tag, until its scripts say something else', async () => {
    const { page } = await shop.visit({ attributes: 'data-product-id="lamp"' });
    await page.locator('agent-chatbot .launcher').waitFor();
    expect(await send(page, 'First')).toEqual({ product_id: 'lamp' });
    await page.evaluate('ConversationalAgent.page({ product_id: "shade", variant_id: 17 })');
    expect(await send(page, 'Second')).toEqual({ product_id: 'shade', variant_id: '17' });
    await page.evaluate(
      'ConversationalAgent.page({ product_id: null, variant_id: null, category: "Lämpchen ☀" })',
    );
    expect(await send(page, 'Third')).toEqual({ category: 'Lämpchen ☀' });
    await page.evaluate('ConversationalAgent.page({ category: null })');
    expect(await send(page, 'Fourth')).toBeUndefined();
    await page.context().close();
  });

  it.each([
    ['one product', [lamp]],
    [
      'a product in a graph',
      [{ '@graph': [{ '@type': 'Organization' }, { ...lamp, '@type': ['Product', 'Thing'] }] }],
    ],
    ['the main entity of a page', [{ '@type': 'ItemPage', mainEntity: lamp }]],
  ])('is %s that it describes for search engines', async (_, documents) => {
    const html = jsonLd({ '@type': 'BreadcrumbList' }, ...documents);
    expect(await contextOf({ html })).toEqual({
      product_id: 'L-1',
      sku: 'L-1',
      name: 'Amber Desk Lamp',
      url: 'https://shop.example/p/lamp',
    });
  });

  it.each([
    ['the one of its elements', ['lamp', 'lamp'], 'lamp'],
    ['that of search engines where its elements have several', ['lamp', 'shade'], 'L-1'],
  ])('is the id of %s, with the name and address for search engines', async (_, ids, product_id) => {
    const nodes = ids.map((id) => `<i data-product-id="${id}"></i>`).join('');
    const html = jsonLd(lamp).replace('SCRIPT', `${nodes}SCRIPT`);
    expect(await contextOf({ html })).toMatchObject({ product_id, name: 'Amber Desk Lamp' });
  });

  it('is a group of variants by its own id', async () => {
    const group = { '@type': 'ProductGroup', productGroupID: 'lamp', name: 'Lamp', hasVariant: [lamp, lamp] };
    expect(await contextOf({ html: jsonLd(group) })).toEqual({ product_id: 'lamp', name: 'Lamp' });
  });

  it.each([
    ['several products', [lamp, { ...lamp, name: 'Other' }]],
    ['a list of products', [{ '@type': 'ItemList', itemListElement: [lamp] }]],
    ['no product', ['Product', null, 7, { '@type': 'Offer' }]],
  ])('is nothing of %s', async (_, documents) => {
    expect(await contextOf({ html: jsonLd(...documents) })).toBeUndefined();
  });

  it('is what is in the cart, without what no cart can hold, and whether a product may be added', async () => {
    const cart = [
      { product_id: 'lamp', variant_id: 'lamp-1', quantity: 2, title: 'x' },
      { product_id: 5, quantity: '3' },
      { product_id: '', quantity: 1 },
      { product_id: 'half', quantity: 0.5 },
      { product_id: 'x'.repeat(300), quantity: 1 },
      null,
      'lamp',
    ];
    const script = `window.agentChatbot = { onAddToCart() {} }; ConversationalAgent.page({ cart: ${JSON.stringify(cart)} })`;
    expect(await contextOf({}, script)).toEqual({
      can_add_to_cart: true,
      cart: [
        { product_id: 'lamp', variant_id: 'lamp-1', quantity: 2 },
        { product_id: '5', quantity: 3 },
      ],
    });
    expect(await contextOf({}, 'ConversationalAgent.page({ cart: [] })')).toEqual({ cart: [] });
    expect(await contextOf({}, 'ConversationalAgent.page({ cart: "full" })')).toBeUndefined();
  });

  it('is at most 4 kB and 20 lines, says that there is more, and is accepted', async () => {
    const line = (id: string) => ({ product_id: id, quantity: 1 });
    const fill = (count: number, id: string): string =>
      `ConversationalAgent.page({ product_id: ${JSON.stringify('é'.repeat(200))}, name: '\\ud800', category: '${'c'.repeat(201)}',
        cart: ${JSON.stringify(Array.from({ length: count }, () => line(id)))} })`;
    const many = (await contextOf({}, fill(30, 'lamp'))) as { cart: unknown[] };
    expect(many).toMatchObject({ product_id: 'é'.repeat(200), cart_has_more: true });
    expect(many).not.toHaveProperty('name');
    expect(many).not.toHaveProperty('category');
    expect(many.cart).toHaveLength(20);
    const long = (await contextOf({}, fill(20, 'ü'.repeat(100)))) as { cart: unknown[] };
    expect(long).toMatchObject({ cart_has_more: true });
    expect(long.cart.length).toBeGreaterThan(2);
  });

  it('goes with a message that is sent again on the next page', async () => {
    const { page } = await shop.visit({ attributes: 'data-product-id="lamp"' });
    await page.locator('agent-chatbot .launcher').waitFor();
    await page.route('**/chat/stream', (route) =>
      route.request().method() === 'OPTIONS' ? route.continue() : route.abort('connectionreset'),
    );
    await page.evaluate('ConversationalAgent.send("Lost")');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/chat/stream');
    await page.evaluate("document.querySelector('script[data-product-id]').dataset.productId = 'other'");
    const again = page.waitForRequest(
      (request) => request.url().endsWith('/chat/stream') && request.method() === 'POST',
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await (await again).headerValue('x-page-context')).toBe('{"product_id":"lamp"}');
    await page.context().close();
  });
});
