import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { calls, createScriptedModel, finishes, says } from '../../testing/scripted-model.ts';
import { connectTools } from '../../testing/test-shop.ts';
import { startUcpShop, type UcpShop } from '../../testing/ucp-shop/ucp-shop.ts';
import { axeViolations } from './testing/axe-violations.ts';

const executable = findBrowser();
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

describe.skipIf(executable === undefined)('a disclosure of a live shop', () => {
  let shop: BrowserShop;
  let live: UcpShop;
  beforeAll(async () => {
    const { model } = createScriptedModel(({ prompt }) =>
      prompt.at(-1)?.role === 'tool'
        ? [...says('Try the **Birch Nut Butter**.'), finishes()]
        : [calls('search_catalog', { query: 'nut butter' }), finishes('tool-calls')],
    );
    shop = await openBrowserShop(executable ?? '', { modelFor: () => Promise.resolve(model) });
    live = await startUcpShop({ readsAgentProfiles: false, mediaOrigin: shop.host.origin });
    const { store } = shop.server.shop;
    const connection = { store_id: store.id, type: 'live_catalog', url: live.origin, headers: {} };
    await connectTools(shop.server.deps, { ...connection, allow_private: true });
  });
  afterAll(async () => {
    await shop.close();
    await live.close();
  });

  it('stands in full on the card of its product, with its picture and a link of its own', async () => {
    const { page, errors } = await shop.visit({
      prepare: (fresh) =>
        fresh.route('**/*.png', (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture })),
    });
    const inside = (selector: string) => page.locator(`agent-chatbot ${selector}`);
    await inside('.launcher').click();
    await inside('textarea').fill('Nut butter');
    await inside('textarea').press('Enter');
    const notice = inside('.card').filter({ hasText: 'Birch Nut Butter' }).locator('.card-notice');
    await notice.getByText('Contains: tree nuts. Made where peanuts are processed too.').waitFor();
    await notice.locator('img').waitFor();
    await expect.poll(() => notice.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    // Above the link that covers the card.
    const link = notice.getByRole('link');
    await link.click({ trial: true });
    expect(await link.getAttribute('href')).toBe(`${live.origin}/policies/allergens`);
    // Said once: the text leaves it to the card.
    await expect.poll(() => inside('.message.bot').last().innerText()).not.toContain('Contains');
    expect(await axeViolations(page, 'agent-chatbot')).toEqual([]);
    expect(errors).toEqual([]);
  });
});
