import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../catalog/testing/make-product.ts';
import { findBrowser } from '../testing/browser.ts';
import { addProducts, changeStore } from '../testing/test-shop.ts';
import { addAgent, addConversation } from './testing/add-conversations.ts';
import { checkLayout, itInLayouts, openScreen } from './testing/check-layout.ts';
import {
  type DashboardVisit,
  openDashboard,
  type TestDashboard,
  type VisitOptions,
} from './testing/open-dashboard.ts';

const executable = findBrowser();

let dashboard: TestDashboard;
beforeAll(async () => {
  if (executable !== undefined) dashboard = await openDashboard(executable);
});
afterAll(() => dashboard?.close());

/** A store that sells kettles, and in which these were asked in vain. */
async function visitAsked(questions: readonly string[], options: VisitOptions = {}): Promise<DashboardVisit> {
  const visit = await dashboard.visit({ ...options, place: 'overview' });
  const { deps } = dashboard.server;
  await addProducts(deps, visit.store.id, [makeProduct('kettle', { title: 'Kettle' })]);
  const agentId = await addAgent(deps, visit.store.id, 'Helper');
  const config = {
    model_provider: 'provider_one',
    model_id: 'built-in',
    system_prompt: 'Help.',
    mcp_capabilities: [{ type: 'product_catalog', enabled: true }],
  };
  await changeStore(deps, visit.store.id, async ({ tables }) => {
    await tables('agents').update({ config: JSON.stringify(config) });
  });
  for (const question of questions)
    await addConversation(deps, visit.store.id, agentId, {
      question,
      answer: 'I found **nothing** that fits.',
      reply: { result: question.endsWith('policy?') ? 'not_known' : 'nothing_found' },
      ...(question.startsWith('samovar') && { unknown: ['samovar'] }),
      created_at: new Date(deps.clock.now() - 60_000).toISOString(),
    });
  await openScreen(visit.page, 'Improve');
  return visit;
}

describe.skipIf(executable === undefined)('Improve in a browser', () => {
  it('a question is answered in place, seen before and after, and leaves the list', async () => {
    const { page, problems } = await visitAsked(['samovar', 'samovars?', 'Your return policy?'], {
      role: 'member',
    });
    await page.getByText('2 questions, asked 3 times without help').waitFor();
    const card = page.getByRole('listitem').filter({ hasText: 'Asked 2 times' });
    // No product was looked for by the question about returns.
    for (const name of ['Add a synonym', 'We do not sell it'])
      expect(await page.getByRole('button', { name }).count()).toBe(1);
    await card.getByRole('button', { name: 'Add a synonym' }).click();
    await card.getByRole('textbox', { name: 'Your products say' }).fill('urn');
    await card.getByRole('button', { name: 'Save and ask again' }).click();
    await card.getByText('This is no help yet').waitFor();
    await card.getByRole('textbox', { name: 'Your products say' }).fill('kettle');
    await card.getByRole('button', { name: 'Save and ask again' }).click();
    await card.getByText('Shoppers get this from now on').waitFor();
    expect(await card.getByRole('region', { name: 'Before' }).textContent()).toContain('I found nothing');
    expect(await card.getByRole('region', { name: 'Now' }).textContent()).toContain('Kettle');
    await card.getByRole('button', { name: 'Done' }).click();
    await page.getByText('1 question, asked once without help').waitFor();
    await page.getByRole('button', { name: 'Not a question' }).click();
    await page.getByText('Nothing to improve').waitFor();
    expect(problems).toEqual([]);
  });

  itInLayouts('has no axe violations and fits the width', async (context) => {
    const long = `${'Averylongword'.repeat(20)} in a question?`;
    const { page, problems } = await visitAsked([long, 'samovar'], { context });
    await page.getByText('2 questions, asked 2 times').waitFor();
    await checkLayout(page, 'list');
    const card = page.getByRole('listitem').filter({ hasText: 'samovar' }).first();
    for (const name of ['Write the answer', 'Add a synonym', 'We do not sell it']) {
      await card.getByRole('button', { name }).click();
      await card.getByRole('button', { name: 'Save and ask again' }).waitFor();
      await checkLayout(page, name);
    }
    await card.getByRole('textbox', { name: 'What shoppers read' }).fill('We sell no samovars.');
    await card.getByRole('button', { name: 'Save and ask again' }).click();
    await card.getByText('from now on').waitFor();
    await checkLayout(page, 'compared');
    expect(problems).toEqual([]);
  });
});
