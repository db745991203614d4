import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../../catalog/testing/make-product.ts';
import { type BrowserShop, openBrowserShop, type VisitOptions } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { axeViolations } from './testing/axe-violations.ts';
import { addProducts } from '../../testing/test-shop.ts';

const executable = findBrowser();
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

describe.skipIf(executable === undefined)('the product cards of the widget', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
    const { origin } = shop.host;
    const lamps = ['Brass Lamp', 'Copper Lamp', 'Paper Lamp', 'Glass Lamp'].map((title) => {
      const variants = [{ available: title !== 'Copper Lamp' }];
      const lamp = makeProduct(title, { title, amount: 4500, variants });
      const url = `${origin}${new URL(shop.host.add({ html: title })).pathname}`;
      return { ...lamp, url, image_url: `${origin}/${lamp.id}.png` };
    });
    for (const variant of lamps[0]?.variants ?? [])
      Object.assign(variant, { compare_at_price: { amount: 6000, currency: 'USD' } });
    await addProducts(shop.server.deps, shop.server.shop.store.id, lamps);
  });
  afterAll(() => shop.close());

  const inside = (page: Page, selector: string) => page.locator(`agent-chatbot ${selector}`);
  const card = (page: Page, title: string) => inside(page, '.card').filter({ hasText: title });
  const everyLamp = async (options: VisitOptions = {}): Promise<Page> => {
    const { page } = await shop.visit({
      ...options,
      prepare: async (fresh) => {
        await fresh.route('**/*.png', (route) =>
          route.fulfill({ contentType: 'image/svg+xml', body: picture }),
        );
        await options.prepare?.(fresh);
      },
    });
    await inside(page, '.launcher').click();
    await inside(page, 'textarea').fill('Every lamp');
    await inside(page, 'textarea').press('Enter');
    await inside(page, '[role=status]').getByText('Which one').waitFor({ state: 'attached' });
    return page;
  };

  it.each([
    ['a desktop', { width: 1280, height: 720 }],
    ['a small phone', { width: 320, height: 568 }],
    ['a phone on its side', { width: 667, height: 375 }],
  ])(
    'R-4.5-04 are visible with the line above them when the reply is complete, on %s',
    async (_name, viewport) => {
      const page = await everyLamp({ context: { viewport } });
      const log = await inside(page, '.log').boundingBox();
      const first = await inside(page, '.reply .message.bot').getByText('Here are some').boundingBox();
      const cards = await inside(page, '.cards').boundingBox();
      expect(first?.y).toBeGreaterThanOrEqual(log?.y ?? Infinity);
      expect(cards?.y).toBeGreaterThan((first?.y ?? Infinity) + (first?.height ?? 0));
      expect((cards?.y ?? Infinity) + (cards?.height ?? 0)).toBeLessThanOrEqual(
        (log?.y ?? 0) + (log?.height ?? 0),
      );
      // Within their card: nothing is cut off.
      for (const part of ['img', '.card-title', '.card-button']) {
        const box = await card(page, 'Brass Lamp').locator(part).boundingBox();
        const frame = await card(page, 'Brass Lamp').boundingBox();
        expect(box?.height).toBeGreaterThan(15);
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(
          (frame?.y ?? 0) + (frame?.height ?? 0),
        );
      }
      await page.context().close();
    },
  );

  it('R-4.5-04 have picture, title, price, the old price, availability and where they lead', async () => {
    const page = await everyLamp();
    await expect
      .poll(() => card(page, 'Brass Lamp').innerText())
      .toBe('Brass Lamp\n\nIt shines.\n\n$45.00 \nOld price:\n$60.00\nIn stock\nView');
    await expect.poll(() => card(page, 'Brass Lamp').locator('s').innerText()).toContain('$60.00');
    await expect
      .poll(() => card(page, 'Copper Lamp').innerText())
      .toBe('Copper Lamp\n\nIt shines.\n\n$45.00\nOut of stock\nView');
    // The picture, which the title's link covers.
    await card(page, 'Brass Lamp').click({ position: { x: 20, y: 20 } });
    await page.waitForURL(/\/\d+$/);
    await expect.poll(() => page.textContent('body')).toBe('Brass Lamp');
    expect(page.context().pages()).toHaveLength(1);
  });

  it('R-4.5-04 stand in place of the list of the same products, which is folded, also after a reload', async () => {
    const page = await everyLamp();
    for (const round of ['streamed', 'stored']) {
      const reply = inside(page, '.reply').last();
      expect(await reply.locator('details').getAttribute('open'), round).toBeNull();
      await reply.getByText('warm light').waitFor({ state: 'hidden' });
      await reply.getByText('A candle would do').waitFor();
      await reply.locator('summary').click();
      expect(await reply.locator('details li').allInnerTexts(), round).toEqual([
        'Brass Lamp – $45.00, warm light.',
        'Copper Lamp – $45.00, small.',
      ]);
      await page.reload();
      await card(page, 'Brass Lamp').waitFor();
    }
    await page.context().close();
  });

  it('R-4.5-04 are those of the last search only: none where it found none', async () => {
    const { page } = await shop.visit();
    await inside(page, '.launcher').click();
    await inside(page, 'textarea').fill('A lamp that sings');
    await inside(page, 'textarea').press('Enter');
    await inside(page, '[role=status]').getByText('Here is').waitFor({ state: 'attached' });
    expect(await inside(page, '.card').count()).toBe(0);
    await page.context().close();
  });

  it('R-4.5-04 scroll with arrow keys and with buttons, also from right to left', async () => {
    for (const attributes of ['', 'data-lang="ar"']) {
      const page = await everyLamp({ attributes });
      const cards = inside(page, '.cards');
      const passed = (): Promise<number> => cards.evaluate((node: Scrolled) => Math.abs(node.scrollLeft));
      await inside(page, '.arrows .back').waitFor({ state: 'hidden' });
      await inside(page, '.arrows .on').click();
      await expect.poll(passed).toBeGreaterThan(200);
      await inside(page, '.arrows .back').click();
      await expect.poll(passed).toBeLessThan(4);
      await cards.focus();
      await page.keyboard.press(attributes === '' ? 'ArrowRight' : 'ArrowLeft');
      await expect.poll(passed).toBeGreaterThan(10);
      expect(await axeViolations(page)).toEqual([]);
      await page.context().close();
    }
  });

  it('R-4.5-04 put a product into the cart of a page that offers it, and report that', async () => {
    const page = await everyLamp({
      prepare: async (fresh) => {
        await fresh.clock.install();
        await fresh.addInitScript(`globalThis.cart = []; globalThis.agentChatbot = {
          onAddToCart: async (product) => { if (cart.push(product) === 1) throw new Error('the cart is full'); },
        }; addEventListener('agent-chatbot-ready', () => ConversationalAgent.on('add-to-cart', (id) => cart.push(id)));`);
      },
    });
    expect(await card(page, 'Copper Lamp').locator('button').count()).toBe(0);
    const button = card(page, 'Brass Lamp').getByRole('button');
    await expect.poll(() => button.innerText()).toBe('Add to cart');
    await button.click();
    await expect.poll(() => page.evaluate('cart.length')).toBe(1);
    await expect.poll(() => button.innerText()).toBe('Add to cart');
    await button.click();
    await expect.poll(() => button.innerText()).toBe('✓ Add to cart');
    const price = { amount: 4500, currency: 'USD' };
    const product = expect.objectContaining({ id: 'Brass Lamp', title: 'Brass Lamp', price });
    expect(await page.evaluate('cart')).toEqual([product, product, 'Brass Lamp']);
    const reported = page.waitForRequest(
      (request) =>
        request.url().endsWith('/embed/events') && (request.postData() ?? '').includes('product_added'),
    );
    await page.clock.fastForward(5_000);
    expect((await (await reported).response())?.status()).toBe(204);
    await page.context().close();
  });
});

/** Tests are not compiled with the types of a browser. */
interface Scrolled {
  readonly scrollLeft: number;
}
