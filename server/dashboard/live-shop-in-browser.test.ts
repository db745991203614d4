import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../testing/browser.ts';
import { startUcpShop, type UcpShop } from '../testing/ucp-shop/ucp-shop.ts';
import { openDashboard, type TestDashboard } from './testing/open-dashboard.ts';

const executable = findBrowser();

let dashboard: TestDashboard;
let shop: UcpShop;
beforeAll(async () => {
  if (executable === undefined) return;
  [dashboard, shop] = await Promise.all([
    openDashboard(executable, { ALLOW_PRIVATE_SHOPS: 'on' }),
    startUcpShop({ readsAgentProfiles: false }),
  ]);
});
afterAll(async () => {
  await dashboard?.close();
  await shop?.close();
});

it.skipIf(executable === undefined)(
  'a shop is connected by its address, searched without an import, and disconnected',
  async () => {
    const { page, problems } = await dashboard.visit({ place: 'catalogue', role: 'member' });
    await page.getByRole('heading', { name: 'No products yet' }).waitFor();
    await page.getByLabel('Domain of the shop').fill(shop.origin);
    await page.getByRole('button', { name: 'Connect shop' }).click();
    await page.getByText('by revision 2026-08-25 of the protocol').waitFor();
    await page.getByLabel('Search products').fill('ceramic mug');
    await page.getByText(/products? for “ceramic mug”/).waitFor();
    const products = page.getByRole('list', { name: 'Products' });
    await expect.poll(() => products.getByRole('listitem').first().textContent()).toMatch(/Ceramic Mug.*€/);
    await page.getByRole('button', { name: 'Disconnect shop' }).click();
    await page.getByLabel('Domain of the shop').waitFor();
    await page.getByRole('heading', { name: 'No products yet' }).waitFor();
    expect(problems).toEqual([]);
  },
);
