import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../testing/browser.ts';
import { checkLayout, itInLayouts } from './testing/check-layout.ts';
import { openDashboard, type TestDashboard } from './testing/open-dashboard.ts';
import { findStore } from '../services/stores.ts';
import { allSummaries } from '../db/knowledge.ts';

const executable = findBrowser();

let dashboard: TestDashboard;
beforeAll(async () => {
  if (executable !== undefined) dashboard = await openDashboard(executable);
});
afterAll(() => dashboard?.close());

const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page
    .getByLabel('Choose a file, or drop it here')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

async function importFile(page: Page, name: string, text: string): Promise<void> {
  await chooseFile(page, name, text);
  await importButton(page).click();
}

const returns = '# Returns\nWithin 30 days, unworn.\n## Refunds\nTo the card that you paid with.';

describe.skipIf(executable === undefined)('the knowledge in a browser', () => {
  it('a file is imported, found as a shopper asks, replaced and deleted', async () => {
    const { page, problems, store } = await dashboard.visit({ place: 'knowledge', role: 'member' });
    await page.getByText('No text yet.').waitFor();
    await importFile(page, 'returns.md', returns);
    await page.getByText('returns.md: 2 passages imported.').waitFor();
    await page.getByLabel('Ask as a shopper does').fill('Can I have my money back?');
    await page.getByText('for “Can I have my money back?”').waitFor();
    const passages = page.getByRole('list', { name: 'Passages' });
    await expect
      .poll(() => passages.getByRole('listitem').first().textContent())
      .toContain('Returns: Refunds');

    await chooseFile(page, 'returns.md', '# Returns\n<script>alert(1)</script>No refunds.');
    const warning = page.getByText('This replaces “returns.md”, imported');
    await warning.waitFor();
    await checkLayout(page, 'replaced');
    await importButton(page).click();
    await page.getByText('returns.md: 1 passage imported.').waitFor();
    await warning.waitFor({ state: 'hidden' });
    await expect.poll(() => passages.textContent()).toContain('No refunds.');
    expect(await passages.textContent()).not.toContain('alert');

    const row = page.getByRole('row').filter({ hasText: 'returns.md' });
    expect(await row.textContent()).toContain('Never');
    await row.getByRole('button', { name: 'Read or edit' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue())
      .toBe('# Returns\nNo refunds.');
    await page.getByRole('textbox', { name: 'Text' }).fill('# Returns\nRefunds within 60 days.');
    await checkLayout(page, 'edited');
    await importButton(page).click();
    await page.getByText('returns.md: 1 passage imported.').waitFor();
    await expect.poll(() => passages.textContent()).toContain('Refunds within 60 days.');

    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No text yet.').waitFor();
    expect(await allSummaries(dashboard.server.deps.database.reader(store.id))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('a text is typed, a page must be public, and the contact is named where nothing is found', async () => {
    const { page, store } = await dashboard.visit({ place: 'knowledge' });
    await page.getByRole('radio', { name: 'Text' }).check();
    await page.getByRole('textbox', { name: 'Title' }).fill('Opening hours');
    await page.getByRole('textbox', { name: 'Text' }).fill('Q: Open on Sunday?\nA: No.');
    await importButton(page).click();
    await page.getByText('Opening hours: 1 passage imported.').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill(' Opening hours ');
    await page.getByText('This replaces “Opening hours”, imported').waitFor();
    await page.getByRole('textbox', { name: 'Whom to ask' }).fill('help@shop.example');
    await page.getByRole('button', { name: 'Save contact' }).click();
    await expect
      .poll(async () => (await findStore(dashboard.server.deps, store.id)).contact)
      .toBe('help@shop.example');
    await page.getByLabel('Ask as a shopper does').fill('Is it vegan?');
    await page.getByText('say that it does not know, and name help@shop.example').waitFor();

    await page.getByRole('radio', { name: 'Address' }).check();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://localhost/faq');
    await importButton(page).click();
    await page.getByRole('alert').getByText('an address that is not public').waitFor();
    await page.getByRole('radio', { name: 'File' }).check();
    await importFile(page, 'faq.pdf', '%PDF');
    await page.getByRole('alert').getByText('only Markdown (.md)').waitFor();
  });

  itInLayouts('has no axe violations and fits the width', async (context) => {
    const { page, problems } = await dashboard.visit({ place: 'knowledge', context });
    await page.getByText('No text yet.').waitFor();
    await checkLayout(page, 'empty');
    await importFile(page, `${'a-very-long-name-'.repeat(8)}.md`, returns);
    await page.getByLabel('Ask as a shopper does').fill('refund');
    await page.getByRole('list', { name: 'Passages' }).getByText('To the card').waitFor();
    await checkLayout(page, 'passages');
    await page.getByRole('radio', { name: 'Text' }).check();
    await checkLayout(page, 'text');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await checkLayout(page, 'delete');
    expect(problems).toEqual([]);
  });
});
