import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../../catalog/testing/make-product.ts';
import { type BrowserShop, openBrowserShop, type VisitOptions } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { axeViolations } from './testing/axe-violations.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('the product cards of the widget', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
    const { origin } = shop.host;
    const lamps = ['Brass', 'Copper', 'Paper', 'Glass'].map((name) => {
      const lamp = makeProduct(name, { title: `${name} Lamp`, amount: 4500 });
      const image_url = `${origin}/${name}.png`;
      return { ...lamp, url: `${origin}/${name}`, image_url };
    });
    const [brass, ...others] = lamps;
    const reduced = brass?.variants.map((variant) => ({
      ...variant,
      compare_at_price: { amount: 6000, currency: 'USD' },
    }));
    const { catalog } = shop.server.deps.repositories;
    await catalog.upsert(shop.server.shop.store.id, [{ ...brass!, variants: reduced! }, ...others]);
  });
  afterAll(() => shop.close());

  const inside = (page: Page, selector: string) => page.locator(`agent-chatbot ${selector}`);
  const ask = async (options?: VisitOptions): Promise<Page> => {
    const { page } = await shop.visit(options);
    await inside(page, '.launcher').click();
    await inside(page, 'textarea').fill('list every lamp');
    await inside(page, 'textarea').press('Enter');
    await inside(page, '[role=status]').getByText('Which one').waitFor({ state: 'attached' });
    return page;
  };
});
