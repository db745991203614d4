import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeStore } from '../testing/test-shop.ts';
import { findBrowser } from '../testing/browser.ts';
import { insertImport, sampleImport, untilImported } from '../testing/test-imports.ts';
import type { Schemas } from './handler.ts';
import { checkLayout, itInLayouts, openScreen } from './testing/check-layout.ts';
import { openDashboard, type TestDashboard } from './testing/open-dashboard.ts';
import { countProducts } from '../db/catalog.ts';
import { renewImport } from '../services/import-records.ts';

const executable = findBrowser();

let dashboard: TestDashboard;
beforeAll(async () => {
  if (executable !== undefined) dashboard = await openDashboard(executable);
});
afterAll(() => dashboard?.close());

const lines = [
  '{"id":"mug","title":"Camp Mug","price":"12.50 USD","url":"https://shop.example/mug"}',
  '{"id":"coat","title":"Rain Coat","variants":[{"price":"75 USD"},{"id":"coat-m","price":"90 USD","available":false}]}',
  '{"id":"bad","title":"Bad"}',
];

function fileOf(content: readonly string[], name = 'products.jsonl') {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content.join('\n')) };
}

const chooser = (page: Page) => page.getByLabel('Choose a file, or drop it here');
const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });

async function importFile(page: Page, content: readonly string[]): Promise<void> {
  await chooser(page).setInputFiles(fileOf(content));
  await importButton(page).click();
}

const plan: Schemas['Plan'] = {
  plan: 'pro',
  requests_per_minute: 300,
  agents: 3,
  agent_limit: null,
  last_30_days: {
    requests: 48_213,
    requests_per_minute: 300,
    peak_requests_per_minute: 271,
    peak_at: '2026-11-20T18:32:00.000Z',
    rejected: 41,
  },
  spending: { amount: 12.4, cap: 50, currency: 'USD', has_prices: true },
};

describe.skipIf(executable === undefined)('the catalogue and the plan in a browser', () => {
  it('a store without products says what to do first; a file is imported, and its products are found', async () => {
    const { page, problems } = await dashboard.visit({ place: 'catalogue', role: 'member' });
    await page.getByRole('heading', { name: 'No products yet' }).waitFor();
    await importFile(page, lines);
    await page.getByText('2 products imported, 1 line rejected.').waitFor();
    await page.getByRole('button', { name: 'Show rejected lines' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await dialog.getByText('price: it is missing').waitFor();
    await expect.poll(() => dialog.getByRole('listitem').textContent()).toContain('Line 3');
    await dialog.getByRole('button', { name: 'Close' }).click();

    const products = page.getByRole('list', { name: 'Products' });
    await expect.poll(() => products.getByRole('listitem').count()).toBe(2);
    await page.getByLabel('Search products').fill('rain coats');
    await page.getByText('1 product for “rain coats”').waitFor();
    await expect.poll(() => products.getByRole('listitem').textContent()).toContain('$75.00 – $90.00');
    await page.getByLabel('Search products').fill('umbrella');
    await page.getByText('No product matches.').waitFor();

    const words = page.getByRole('textbox', { name: 'Words for the search' });
    await words.fill('umbrella');
    await page.getByRole('button', { name: 'Save words' }).click();
    await page.getByRole('alert').getByText('line 1 must have two or more words').waitFor();
    await words.fill('umbrella, rain coat');
    await page.getByRole('button', { name: 'Save words' }).click();
    await page.getByText('1 product for “umbrella”').waitFor();
    expect(await page.getByRole('heading', { name: 'No products yet' }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'JSON Lines' }).textContent())
      .toContain('Done');
    expect(problems).toEqual([]);
  });

  it('a dropped file is chosen, and a failed import says why and that nothing has changed', async () => {
    const { page } = await dashboard.visit({ place: 'catalogue' });
    const data = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['a;b'], 'numbers.csv'));
      return data;
    })()`);
    await page.getByText('Choose a file, or drop it here').dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('numbers.csv').waitFor();
    await importButton(page).click();
    await page.getByText('The import failed, and nothing has changed: neither a Shopify export').waitFor();
  });

  it('a file stays chosen when its import fails, and the same file can be chosen again', async () => {
    const { page } = await dashboard.visit({ place: 'catalogue' });
    const content = ['{"id":"mug","title":"Camp Mug","price":"12.50"}'];
    await importFile(page, content);
    await page.getByText('the file has prices without a currency: give one, for example EUR.').waitFor();
    const chosen = page.getByLabel('products.jsonl');
    await chosen.waitFor();
    // A browser emits no change event for the file that the input already has.
    await expect.poll(() => chosen.inputValue()).toBe('');
    await chosen.setInputFiles(fileOf(content));
    await page.getByLabel('Currency').fill('EUR');
    await importButton(page).click();
    await page.getByText('1 product imported.').waitFor();
    await chooser(page).waitFor();
  });

  it('the keyboard alone imports from an address, of which only public ones are fetched', async () => {
    const { page } = await dashboard.visit({ place: 'catalogue' });
    await page.getByRole('radio', { name: 'File' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://127.0.0.1/feed.xml');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The address is not public.').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://localhost/feed.xml');
    await page.keyboard.press('Enter');
    await page.getByText('The import failed, and nothing has changed: the name resolves to an').waitFor();
    const imports = page.getByRole('table', { name: 'Imports' });
    await imports.getByRole('row').filter({ hasText: 'https://localhost/feed.xml' }).waitFor();
  });

  it('an address is read again as often as its list says, and says how old what was read is', async () => {
    const { page } = await dashboard.visit({ place: 'catalogue' });
    await page.getByRole('radio', { name: 'Address' }).check();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://localhost/feed.xml');
    await importButton(page).click();
    const row = page.getByRole('table', { name: 'Addresses' }).getByRole('row').nth(1);
    await row.getByText('The last attempt failed: the name resolves').waitFor();
    await row.getByRole('combobox').selectOption('Every day');
    await page.getByText('Schedule changed').waitFor();
    await page.reload();
    await expect.poll(() => row.getByRole('combobox').inputValue()).toBe('daily');
  });

  it('a file that replaces all needs a choice of its own, and no file is a message', async () => {
    const { page, store } = await dashboard.visit({ place: 'catalogue' });
    await importButton(page).click();
    await page.getByRole('alert').getByText('Choose a file first.').waitFor();
    await importFile(page, lines.slice(0, 2));
    await page.getByText('2 products imported.').waitFor();
    await page.getByRole('checkbox', { name: 'Replace all' }).check();
    await importFile(page, lines.slice(0, 1));
    await page.getByText('1 product imported.').waitFor();
    await untilImported(dashboard.server, store.id);
    expect(await countProducts(dashboard.server.deps.database.reader(store.id))).toMatchObject({
      products: 1,
    });
  });

  it('a running import shows its progress, until it ends', async () => {
    const { page, store } = await dashboard.visit({ place: 'catalogue' });
    const record = sampleImport(store.id, {
      status: 'running',
      ended_at: null,
      lines: 12_345,
      products: 12_340,
    });
    const leaseUntil = '2999-01-01T00:00:00.000Z';
    await insertImport(dashboard.server.deps, {
      ...record,
      owner: 'another process',
      lease_until: leaseUntil,
    });
    await page.reload();
    await page.getByText('12,345 lines read · 12,340 products · 1 rejected line').waitFor();
    await expect.poll(() => importButton(page).getAttribute('aria-disabled')).toBe('true');
    await changeStore(dashboard.server.deps, store.id, (context) =>
      renewImport(context, { ...record, status: 'done', ended_at: record.started_at }),
    );
    await page
      .getByText('12,340 products imported, 1 line rejected, 1 product left out, not for sale.')
      .waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  itInLayouts('has no axe violations and fits the width', async (context) => {
    const { page, problems } = await dashboard.visit({ place: 'catalogue', context });
    const check = (screen: string) => checkLayout(page, screen);
    await page.getByRole('heading', { name: 'No products yet' }).waitFor();
    await check('empty');
    await importFile(page, lines);
    await page.getByRole('button', { name: 'Show rejected lines' }).click();
    await page.getByText('price: it is missing').waitFor();
    await check('rejected lines');
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: 'Products' }).waitFor();
    await check('products');
    // The numbers of another service: this one has not counted 30 days.
    await page.route('**/dashboard/api/**/plan', (route) => route.fulfill({ json: plan }));
    await openScreen(page, 'Plan');
    await page.getByText('271 of 300').waitFor();
    await expect.poll(() => page.getByText('3, no limit').count()).toBe(1);
    await check('plan');
    const spending = { ...plan.spending, has_prices: false };
    await page.route('**/dashboard/api/**/plan', (route) => route.fulfill({ json: { ...plan, spending } }));
    await page.reload();
    await page.getByText('what its replies cost is unknown').waitFor();
    expect(problems).toEqual([]);
  });
});
