import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../../catalog/testing/make-product.ts';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { axeViolations } from './testing/axe-violations.ts';
import { addProducts } from '../../testing/test-shop.ts';

const executable = findBrowser();
const usd = (amount: number) => ({ amount, currency: 'USD' });

const categories = ['Lamps'];

/** Comes in two colours and two sizes; one of the four does not exist, and one is sold out. */
const shade = makeProduct('shade', {
  title: 'Lamp Shade',
  categories,
  variants: [
    { options: { Color: 'Moss', Size: 'S' }, amount: 1000 },
    { options: { Color: 'Moss', Size: 'L' }, amount: 1500 },
    { options: { Color: 'Ink', Size: 'L' }, amount: 1500, available: false },
  ],
});
const bulb = makeProduct('bulb', { title: 'Lamp Bulb', categories, amount: 500 });
const unnamed = makeProduct('unnamed', { title: 'Lamp Cord', categories, variants: [{}, {}] });
const cord = {
  ...unnamed,
  variants: unnamed.variants.map((each, at) => ({ ...each, title: `${at + 1} m` })),
};

interface Visited {
  readonly page: Page;
  card(title: string): Locator;
  /** What the page was given for its cart. */
  given(): Promise<unknown>;
}

describe.skipIf(executable === undefined)('a card of a page with a cart', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
    const { deps, shop: record } = shop.server;
    await addProducts(deps, record.store.id, [shade, bulb, cord], { replaceAll: true });
  });
  afterAll(() => shop.close());

  /** Asks, on a page whose cart runs `onAddToCart`, and waits for the reply. */
  async function ask(
    question: string,
    onAddToCart = '',
    context: BrowserContextOptions = {},
  ): Promise<Visited> {
    const { page } = await shop.visit({
      context,
      prepare: (fresh) =>
        fresh.addInitScript(`globalThis.given = []; globalThis.agentChatbot = {
          async onAddToCart(item) { given.push(item); ${onAddToCart} },
        };`),
    });
    await page.locator('agent-chatbot .launcher').click();
    await page.locator('agent-chatbot textarea').fill(question);
    await page.locator('agent-chatbot textarea').press('Enter');
    await page.locator('agent-chatbot [role=status]').getByText('for you').waitFor({ state: 'attached' });
    return {
      page,
      card: (title) => page.locator('agent-chatbot .card').filter({ hasText: title }),
      given: () => page.evaluate('given'),
    };
  }

  const priceOf = (card: Locator) => card.locator('.card-price').innerText();
  const optionsOf = (card: Locator, name: string) =>
    card.getByLabel(`${name}: Lamp Shade`).locator('option').allTextContents();

  it('R-4.5-04 lets sizes and colours be chosen, and says what is sold out and what it costs', async () => {
    const { page, card } = await ask('A lamp');
    const shown = card('Lamp Shade');
    expect(await priceOf(shown)).toBe('from $10.00');
    expect(await optionsOf(shown, 'Color')).toEqual(['Color', 'Moss', 'Ink – Out of stock']);
    expect(await optionsOf(shown, 'Size')).toEqual(['Size', 'S', 'L']);
    await shown.getByLabel('Color: Lamp Shade').selectOption('Ink');
    expect(await optionsOf(shown, 'Size')).toEqual(['Size', 'S – Out of stock', 'L – Out of stock']);
    expect(await priceOf(shown)).toBe('from $10.00');
    await shown.getByLabel('Size: Lamp Shade').selectOption('L');
    expect(await priceOf(shown)).toBe('$15.00');
    await expect.poll(() => shown.locator('.card-note').innerText()).toBe('Out of stock');
    expect(await card('Lamp Bulb').locator('select').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('R-4.5-04 gives the page the product, the variant and the quantity, and never one of several without a variant', async () => {
    const { page, card, given } = await ask('A lamp');
    const shown = card('Lamp Shade');
    const button = shown.getByRole('button', { name: 'Add to cart: Lamp Shade' });
    const [color, size] = [shown.getByLabel('Color: Lamp Shade'), shown.getByLabel('Size: Lamp Shade')];
    const says = (text: string) => shown.locator('.card-status').getByText(text, { exact: true }).waitFor();
    await button.click();
    await says('Please choose: Color');
    expect(await color.evaluate((node: Focusable) => node.matches(':focus'))).toBe(true);
    await color.selectOption('Moss');
    await button.click();
    await says('Please choose: Size');
    await color.selectOption('Ink');
    await size.selectOption('L');
    await button.click();
    await says('Out of stock');
    expect(await given()).toEqual([]);
    await color.selectOption('Moss');
    await button.click();
    await shown.getByRole('button', { name: '✓ Add to cart' }).waitFor();
    await card('Lamp Bulb').getByRole('button').click();
    await card('Lamp Bulb').getByRole('button', { name: '✓' }).waitFor();
    const common = { available: true, quantity: 1 };
    expect(await given()).toEqual([
      {
        ...common,
        id: 'shade',
        title: 'Lamp Shade',
        price: usd(1500),
        product_id: 'shade',
        variant_id: 'shade-2',
        variant_title: 'Moss / L',
      },
      {
        ...common,
        id: 'bulb',
        title: 'Lamp Bulb',
        price: usd(500),
        product_id: 'bulb',
        variant_id: 'bulb-1',
        variant_title: 'Default',
      },
    ]);
    await page.context().close();
  });

  it('R-4.5-04 lets variants without options be chosen by their titles', async () => {
    const { page, card, given } = await ask('A lamp');
    await card('Lamp Cord').getByLabel('Variant: Lamp Cord').selectOption('2 m');
    await card('Lamp Cord').getByRole('button').click();
    await expect.poll(given).toMatchObject([{ variant_id: 'unnamed-2' }]);
    await page.context().close();
  });

  it.each([
    [
      'its reason',
      "throw new Error('Only two are left.')",
      'It was not added to the cart. Only two are left.',
    ],
    ['nothing of an error of its code', 'null.cart', 'It was not added to the cart.'],
    ['nothing of a value', "throw 'E_17'", 'It was not added to the cart.'],
  ])('R-4.5-04 says that the page has rejected it, with %s', async (_, code, text) => {
    const { page, card } = await ask('A lamp', code);
    await card('Lamp Bulb').getByRole('button').click();
    await card('Lamp Bulb').locator('.card-status').getByText(text, { exact: true }).waitFor();
    await expect.poll(() => card('Lamp Bulb').getByRole('button').innerText()).toBe('Add to cart');
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'R-4.5-04 asks the shopper to confirm what the agent proposes, in a %s window',
    async (colorScheme) => {
      const { page, card, given } = await ask('Two of the lamp', '', { colorScheme });
      const proposed = page.locator('agent-chatbot .card.proposed');
      await expect.poll(() => page.locator('agent-chatbot .card').count()).toBe(1);
      expect(await given()).toEqual([]);
      await expect.poll(() => proposed.innerText()).toContain('$5.00\n× 2 = $10.00');
      expect(await axeViolations(page)).toEqual([]);
      await proposed.getByLabel('Quantity: Lamp Bulb').fill('3');
      await expect.poll(() => proposed.innerText()).toContain('× 3 = $15.00');
      await card('Lamp Bulb').getByRole('button').press('Enter');
      await expect.poll(given).toMatchObject([{ product_id: 'bulb', variant_id: 'bulb-1', quantity: 3 }]);
      await page.context().close();
    },
  );
});

/** Tests are not compiled with the types of a browser. */
interface Focusable {
  matches(selector: string): boolean;
}
