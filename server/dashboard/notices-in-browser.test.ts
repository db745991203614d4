import { afterAll, beforeAll, describe, expect } from 'vitest';
import { queueNotice } from '../db/notices.ts';
import { findBrowser } from '../testing/browser.ts';
import { changeStore } from '../testing/test-shop.ts';
import { checkLayout, itInLayouts, openScreen } from './testing/check-layout.ts';
import { openDashboard, type TestDashboard } from './testing/open-dashboard.ts';

const executable = findBrowser();
let dashboard: TestDashboard;
beforeAll(async () => {
  if (executable !== undefined) dashboard = await openDashboard(executable);
});
afterAll(() => dashboard?.close());

describe.skipIf(executable === undefined)('Notices in a browser', () => {
  itInLayouts('what needs the owner is on Overview, and Settings says where it goes', async (context) => {
    const { page, store, problems } = await dashboard.visit({ context });
    const notice = {
      kind: 'import_failed',
      key: 'import imp_1',
      subject: 'An import of the catalogue failed',
      text: 'The products stay as they were. The file is empty.',
      path: 'catalogue',
    } as const;
    await changeStore(dashboard.server.deps, store.id, (change) => queueNotice(change, notice));
    await page.reload();
    const needsYou = page.getByRole('region', { name: 'Needs you' });
    await needsYou.getByRole('link', { name: notice.subject }).waitFor();
    await checkLayout(page, 'Overview');
    await needsYou.getByRole('button', { name: 'Done' }).click();
    await needsYou.waitFor({ state: 'detached' });

    await openScreen(page, 'Notices');
    await page.getByText('This service sends no mail yet').waitFor();
    await page.getByLabel('Address').fill('https://help.shop.example/hook');
    await page.getByRole('button', { name: 'Connect' }).click();
    const dialog = page.getByRole('dialog', { name: 'Secret' });
    expect(await dialog.getByLabel('Secret').textContent()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Disconnect' }).waitFor();
    await page.getByRole('checkbox', { name: /Send notices to/ }).uncheck();
    await page.getByText('Saved').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('row').filter({ hasText: 'https://help.shop.example/hook' }).waitFor();
    await checkLayout(page, 'Notices');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Disconnected').waitFor();
    expect(problems).toEqual([]);
  });
});
