import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeStore, issueKey } from '../testing/test-shop.ts';
import { findBrowser } from '../testing/browser.ts';
import { bearer } from '../testing/start-test-server.ts';
import { checkLayout, itInLayouts, openScreen } from './testing/check-layout.ts';
import { openDashboard, password, type TestDashboard } from './testing/open-dashboard.ts';
import { audit } from '../services/audit.ts';

const executable = findBrowser();
const minuteMs = 60_000;
const apiKeys = 'settings/api-keys';

let dashboard: TestDashboard;
/** A mail server that takes nothing. */
const environment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'agents@service.example',
  PUBLIC_URL: 'https://agents.example',
};
beforeAll(async () => {
  if (executable !== undefined) dashboard = await openDashboard(executable, environment);
});
afterAll(() => dashboard?.close());

function button(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true });
}

function copied(page: Page): Promise<unknown> {
  return page.evaluate('navigator.clipboard.readText()');
}

/** What /api says about a key. */
async function statusOf(key: string): Promise<number> {
  return (await dashboard.server.fetch('/api/agents', { headers: bearer(key) })).status;
}

function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

describe.skipIf(executable === undefined)('Settings in a browser', () => {
  it('R-5-04 a link signs in without staying in the address; the key is under Settings, API keys: "Reveal", "Copy"', async () => {
    const { page, key, problems } = await dashboard.visit();
    expect(page.url()).toMatch(/\/dashboard\/stores\/str_\w+\/overview$/);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { name: 'API keys', exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    await button(page, 'Copy').click();
    await page.getByText('Key copied').waitFor();
    expect(await copied(page)).toBe(key);
    expect(await page.content()).not.toContain(key);
    await button(page, 'Reveal').click();
    await page.getByText(key).waitFor();
    await button(page, 'Hide').click();
    expect(await page.getByText(key).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('R-5-08 a key is created, replaced with an overlap, and revoked after a confirmation', async () => {
    const { page, key } = await dashboard.visit({ place: apiKeys });
    await button(page, 'Create key').click();
    await page.getByLabel('Note', { exact: true }).fill('till');
    await button(page.getByRole('dialog'), 'Create key').click();
    const dialog = page.getByRole('dialog', { name: 'Key created' });
    const created = (await dialog.getByLabel('Key').textContent()) ?? '';
    await button(dialog, 'Copy').click();
    await button(dialog, 'Copied').waitFor();
    expect([await copied(page), await statusOf(created)]).toEqual([created, 200]);
    await button(dialog, 'Done').click();

    await button(rowOf(page, 'till'), 'Regenerate').click();
    await page.getByRole('radio', { name: 'In 1 hour' }).check();
    await button(page.getByRole('dialog'), 'Regenerate').click();
    const replaced =
      (await page.getByRole('dialog', { name: 'Key replaced' }).getByLabel('Key').textContent()) ?? '';
    await button(page, 'Done').click();
    await rowOf(page, replaced.slice(-4)).waitFor();
    expect([await statusOf(created), await statusOf(replaced)]).toEqual([200, 200]);
    await expect
      .poll(() => rowOf(page, created.slice(-4)).textContent())
      .toMatch(/in (?:1 hour|\d\d minutes)/);

    await button(rowOf(page, key.slice(-4)), 'Revoke').click();
    await button(page, 'Cancel').click();
    expect(await statusOf(key)).toBe(200);
    await button(rowOf(page, key.slice(-4)), 'Revoke').click();
    await button(page.getByRole('dialog'), 'Revoke').click();
    await page.getByText('Revoked and expired keys (1)').waitFor();
    expect(await statusOf(key)).toBe(401);
  });

  it('a password signs in; one that is too long ago is asked for again, and the action goes on', async () => {
    const { page, key, email } = await dashboard.visit({ place: apiKeys });
    await button(page, 'Sign out').click();
    dashboard.advance(minuteMs);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('wrong');
    await button(page, 'Sign in').click();
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill(password);
    await button(page, 'Sign in').click();
    await button(page, 'Reveal').waitFor();
    dashboard.advance(6 * minuteMs);
    await button(page, 'Reveal').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    await button(page, 'Reveal').click();
    await dialog.getByLabel('Password').fill(password);
    await button(dialog, 'Continue').click();
    await page.getByText(key).waitFor();
  });

  it('a used link says so, another one can be asked for by mail, and a person without a password sets one', async () => {
    const { page, store, email } = await dashboard.visit({ place: 'settings/sessions', hasPassword: false });
    await button(page, 'Set a password').click();
    await page.getByLabel('New password').fill(password);
    await button(page, 'Save password').click();
    await page.getByText('Password set.').waitFor();
    await expect.poll(() => button(page, 'Set a password').count()).toBe(0);
    const link = await dashboard.linkFor(store.id, email);
    const other = await dashboard.newPage();
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    const third = await dashboard.newPage();
    await third.page.goto(link);
    await third.page.getByRole('alert').getByText('The sign-in code is invalid, used or expired.').waitFor();
    expect(third.page.url()).not.toContain('code');
    await third.page.getByLabel('E-mail').fill('nobody@shop.example');
    await button(third.page, 'Send me a sign-in link').click();
    await third.page.getByText('If nobody@shop.example may sign in here, a mail with a link').waitFor();
  });

  it('a person is invited by a link that signs in, and removed', async () => {
    const { page } = await dashboard.visit({ place: 'settings/team' });
    await button(page, 'Invite').click();
    await page.getByLabel('E-mail').fill('ben@shop.example');
    await button(page.getByRole('dialog'), 'Invite').click();
    const link = (await page.getByRole('dialog').getByLabel('Sign-in link').textContent()) ?? '';
    await button(page, 'Done').click();
    dashboard.advance(minuteMs);
    const invited = await dashboard.newPage();
    await invited.page.goto(link);
    await invited.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await button(rowOf(page, 'ben@shop.example'), 'Remove').click();
    await button(page.getByRole('dialog'), 'Remove').click();
    await expect.poll(() => rowOf(page, 'ben@shop.example').count()).toBe(0);
    await invited.page.reload();
    await invited.page.getByRole('heading', { name: 'No store' }).waitFor();
  });

  it('a member sees why keys and team are closed, and can end other sessions', async () => {
    const { page, store, email } = await dashboard.visit({ role: 'member' });
    for (const name of ['API keys', 'Team']) {
      await page.getByRole('link', { name }).click();
      await page.getByText(`Only an owner of ${store.name} can open “${name}”`).waitFor();
      expect(await page.getByRole('table').count()).toBe(0);
    }
    const other = await dashboard.newPage();
    dashboard.advance(minuteMs);
    await other.page.goto(`${dashboard.server.service.baseUrl}/dashboard/`);
    await other.page.getByLabel('E-mail').fill(email);
    await other.page.getByLabel('Password').fill(password);
    await button(other.page, 'Sign in').click();
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await button(page, 'End').click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await other.page.getByRole('link', { name: 'Audit log' }).click();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('a person of several stores switches between them, and the audit log has older pages', async () => {
    const { page, store, email } = await dashboard.visit();
    const { store: second } = await dashboard.server.addStore({ name: 'Outlet' });
    for (let count = 0; count < 51; count += 1) {
      await changeStore(dashboard.server.deps, second.id, (context) =>
        audit(context, { action: 'member.invited' }),
      );
    }
    await page.goto(await dashboard.linkFor(second.id, email));
    await page.getByRole('combobox', { name: 'Store' }).selectOption(second.id);
    await page.waitForURL(`**/${second.id}/overview`);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await button(page, 'Show older entries').click();
    await expect.poll(() => button(page, 'Show older entries').count()).toBe(0);
    expect(await page.getByRole('row').count()).toBeGreaterThan(52);
    expect(store.id).not.toBe(second.id);
  });

  it('the keyboard alone creates a key, and the focus returns to where it was', async () => {
    const { page } = await dashboard.visit({ place: apiKeys });
    await button(page, 'Create key').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    // The element, not its role: a closed dialog loses the role before its page handles the close event.
    await page.locator('dialog').waitFor({ state: 'detached' });
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.textContent');
    expect(await focused()).toBe('Create key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Note', { exact: true }).waitFor();
    await page.keyboard.type('kiosk');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Key created' }).waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, 'kiosk').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  itInLayouts('has no axe violations and fits the width', async (context) => {
    const { page, store, problems } = await dashboard.visit({
      context,
      place: apiKeys,
      hasPassword: false,
    });
    await issueKey(dashboard.server.deps, store, 'A key with a note that is rather long');
    await page.reload();
    const check = (screen: string) => checkLayout(page, screen);
    await button(page, 'Reveal').last().click();
    await button(page, 'Hide').waitFor();
    await check('API keys');
    await button(page, 'Regenerate').first().click();
    await check('Regenerate');
    await page.keyboard.press('Escape');
    for (const name of ['Team', 'Sessions', 'Audit log']) {
      await openScreen(page, name);
      await page.getByRole('table', { name }).waitFor();
      await check(name);
    }
    await button(page, 'Sign out').click();
    await button(page, 'Sign in').waitFor();
    await check('Sign in');
    expect(problems).toEqual([]);
  });
});
