import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../testing/browser.ts';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { invite } from '../../testing/test-shop.ts';
import { axeViolations } from './testing/axe-violations.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('a message for a person in the widget', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  it('is offered after a question in vain, left with the question filled in, and waits in the dashboard', async () => {
    const { page, errors } = await shop.visit();
    const inside = (selector: string) => page.locator(`agent-chatbot ${selector}`);
    await inside('.launcher').click();
    await inside('.form textarea').fill('Any tents?');
    await inside('.form textarea').press('Enter');
    await page.getByRole('button', { name: 'Leave a message for a person' }).click();
    const question = page.getByRole('textbox', { name: 'Your question' });
    expect(await question.inputValue()).toBe('Any tents?');
    expect(await axeViolations(page)).toEqual([]);
    await question.fill('Any tents for four?');
    await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('ana@shopper.example');
    await inside('.leave').getByRole('button', { name: 'Send' }).click();
    await inside('.note').getByText('Your message was left').waitFor();
    await page.reload();
    await inside('.message').getByText('No tents here.').waitFor();
    expect(errors).toEqual([]);

    const { deps, service, shop: store } = shop.server;
    const { code } = await invite(deps, store.store.id, { email: 'owner@shop.example', role: 'owner' });
    const dashboard = await page.context().newPage();
    await dashboard.goto(`${service.baseUrl}/dashboard/stores/${store.store.id}/conversations#code=${code}`);
    const waiting = dashboard.getByRole('region', { name: '1 message for a person' });
    await waiting.getByText('Any tents for four?').waitFor();
    await waiting.getByRole('link', { name: 'ana@shopper.example' }).waitFor();
    await waiting.getByRole('link', { name: 'Read the conversation' }).click();
    const left = dashboard.getByRole('list', { name: 'Left for a person' });
    await left.getByRole('button', { name: 'Done' }).click();
    await left.getByText(/^Done .+/).waitFor();
    await page.context().close();
  });

  it('is not offered where the chatbot has it switched off', async () => {
    const requested: string[] = [];
    const { page } = await shop.visit({
      config: { leave_message: false },
      prepare: async (fresh) => fresh.on('request', (request) => requested.push(request.url())),
    });
    await page.locator('agent-chatbot .launcher').click();
    await page.locator('agent-chatbot textarea').fill('Any tents?');
    await page.locator('agent-chatbot textarea').press('Enter');
    await page.locator('agent-chatbot .thumbs').waitFor();
    expect(requested.filter((url) => url.includes('/embed/messages'))).toEqual([]);
    await page.context().close();
  });
});
