import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceSetup } from '../commands/announce-setup.ts';
import { axeViolations } from '../embed/widget/testing/axe-violations.ts';
import { findBrowser } from '../testing/browser.ts';
import { startOidcProvider, type TestOidcProvider } from '../testing/start-oidc-provider.ts';
import { openDashboard, password, type TestDashboard } from './testing/open-dashboard.ts';

const executable = findBrowser();

let provider: TestOidcProvider;
let dashboard: TestDashboard;
beforeAll(async () => {
  if (executable === undefined) return;
  provider = await startOidcProvider();
  dashboard = await openDashboard(executable, provider.environment);
  provider.register(dashboard.server.service.baseUrl);
});
afterAll(async () => {
  await dashboard?.close();
  await provider?.close();
});

function button(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true });
}

/** Signs in at the provider's page. */
async function logIn(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Login').fill(subject);
  await button(page, 'Log in').click();
}

describe.skipIf(executable === undefined)('signing in, in a browser', () => {
  it("the first owner's link makes a person with a password and a store, and leaves the address", async () => {
    const { service, deps } = dashboard.server;
    let printed = '';
    const write = (text: string) => (printed += text);
    await announceSetup(deps, service.baseUrl, write);
    const { page, problems } = await dashboard.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(/https:\S+/.exec(printed)?.[0] ?? '');
    await page.getByRole('heading', { name: 'Set up the dashboard' }).waitFor();
    expect(page.url()).toBe(`${service.baseUrl}/dashboard/`);
    await page.getByLabel('E-mail').fill('first@shop.example');
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Store').selectOption(dashboard.server.otherShop.store.id);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await button(page, 'Create account').click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toContain(dashboard.server.otherShop.store.id);
    const second = await dashboard.newPage();
    await second.page.goto(/https:\S+/.exec(printed)?.[0] ?? '');
    await second.page.getByRole('alert').getByText('The setup code is invalid, used or expired.').waitFor();
    expect(problems).toEqual([]);
  });

  it('a provider signs in and leads back to the page that was asked for, with a clean address', async () => {
    const { store } = dashboard.server.shop;
    provider.accounts.set('ana', { email: 'ana@shop.example', email_verified: true });
    await dashboard.linkFor(store.id, 'ana@shop.example');
    const place = `${dashboard.server.service.baseUrl}/dashboard/stores/${store.id}/settings/sessions`;
    const { page, problems } = await dashboard.newPage();
    await page.goto(place);
    await button(page, 'Continue with single sign-on').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Continue with single sign-on').click();
    await logIn(page, 'ana');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(page.url()).toBe(place);
    await expect.poll(() => page.getByText('You have no password yet').count()).toBe(0);

    dashboard.advance(6 * 60_000);
    await page.getByRole('link', { name: 'Team' }).click();
    await button(page, 'Invite').click();
    await page.getByLabel('E-mail').fill('ben@shop.example');
    await button(page.getByRole('dialog'), 'Invite').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await button(dialog, 'Continue with single sign-on').click();
    // The provider knows the person, and asks all the same.
    await logIn(page, 'ana');
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    expect(page.url()).toMatch(/\/settings\/team$/);
    expect(problems).toEqual([]);
  });

  it('a person who is not invited, and one who cancels, see why on the sign-in page', async () => {
    provider.accounts.set('eve', { email: 'eve@shop.example', email_verified: true });
    const { page } = await dashboard.newPage();
    await page.goto(`${dashboard.server.service.baseUrl}/dashboard/`);
    await button(page, 'Continue with single sign-on').click();
    await logIn(page, 'eve');
    await page.getByRole('alert').getByText('Nobody with this account is invited here').waitFor();
    expect(page.url()).toBe(`${dashboard.server.service.baseUrl}/dashboard/`);
    await page.goto(`${page.url()}?error=access_denied&error_description=Call%20555&state=x`);
    await page.getByRole('alert').getByText('The sign-in was cancelled at the provider.').waitFor();
    expect(page.url()).not.toContain('error');
    expect(await page.getByText('555').count()).toBe(0);
  });
});
