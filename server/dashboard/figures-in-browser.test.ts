import { addSteps } from '../db/visits.ts';
import { changeStore } from '../testing/test-shop.ts';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from '../testing/browser.ts';
import { checkLayout, itInLayouts } from './testing/check-layout.ts';
import { addAgent, addConversation, type AddedConversation } from './testing/add-conversations.ts';
import { addProductEvents } from './testing/add-product-events.ts';
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

interface Shop extends DashboardVisit {
  readonly agentId: string;
  /** Adds a conversation that began `minute` minutes after 08:00 UTC on 2 March 2026. */
  add(minute: number, conversation: AddedConversation): Promise<string>;
  open(place: string): Promise<void>;
}

async function visitShop(options: VisitOptions = {}): Promise<Shop> {
  // A password costs time on purpose.
  const visit = await dashboard.visit({ hasPassword: false, ...options });
  const { deps, service } = dashboard.server;
  const storeId = visit.store.id;
  const agentId = await addAgent(deps, storeId, 'Guide');
  return {
    ...visit,
    agentId,
    add: (minute, conversation) => {
      const createdAt = new Date(Date.UTC(2026, 2, 2, 8, minute)).toISOString();
      return addConversation(deps, storeId, agentId, { created_at: createdAt, ...conversation });
    },
    async open(place) {
      await visit.page.goto(`${service.baseUrl}/dashboard/stores/${storeId}/${place}`);
      await visit.page.getByRole('heading', { level: 1 }).waitFor();
    },
  };
}

function button(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true });
}

function items(page: Page): Locator {
  return page.getByRole('list', { name: 'Conversations' }).getByRole('link');
}

async function downloaded(
  page: Page,
  link: Locator,
): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

describe.skipIf(executable === undefined)('Conversations in a browser', () => {
  let shop: Shop;
  let wadersId: string;
  beforeAll(async () => {
    shop = await visitShop();
    for (let minute = 0; minute < 51; minute += 1) await shop.add(minute, { question: `Question ${minute}` });
    const reply = { error: 'The model is not available', result: 'failed' } as const;
    const waders = { question: 'Do you have waders?', answer: 'We have **Marsh Waders**.' };
    const price = { amount: 12_900, currency: 'EUR' };
    const shown = [{ id: 'waders', title: 'Marsh Waders', price, available: true, why: 'Warm and dry' }];
    wadersId = await shop.add(60, { ...waders, outcome: 'failed', reply, shown });
    await addProductEvents(dashboard.server.deps, shop, wadersId, 'waders');
    await shop.add(61, { question: 'Boots?', channel: 'mcp', thumb: 'down' });
  });

  it('lists the newest first, shows older ones, and keeps its filters in an address that can be shared', async () => {
    const { page, open, problems } = shop;
    await open('conversations');
    await expect.poll(() => items(page).count()).toBe(50);
    await expect.poll(() => items(page).first().textContent()).toContain('Boots');
    await button(page, 'Show older').click();
    await expect.poll(() => items(page).count()).toBe(53);
    await button(page, 'Filters').click();
    await page.getByLabel('Channel').selectOption('MCP');
    await expect.poll(() => items(page).count()).toBe(1);
    await page.getByLabel('Thumb').selectOption('Thumb down');
    expect(page.url()).toMatch(/conversations\?channel=mcp&thumb=down$/);
    await page.reload();
    await expect.poll(() => items(page).count()).toBe(1);
    await expect.poll(() => page.getByLabel('Channel').inputValue()).toBe('mcp');
    await page.getByLabel('Channel').selectOption('Widget');
    await page.getByText('No conversation matches the filters.').waitFor();
    await button(page, 'Clear filters').click();
    await expect.poll(() => items(page).count()).toBe(50);
    expect(problems).toEqual([]);
  });

  it('searches text within 7 days that end on the last day', async () => {
    const { page, open } = shop;
    await open('conversations?to=2026-03-04&from=2026-01-01&time_zone=UTC');
    await page.getByRole('searchbox', { name: 'Text' }).fill('WADERS');
    await page.keyboard.press('Enter');
    await expect.poll(() => items(page).count()).toBe(1);
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('2026-02-26');
    // An address that somebody wrote: the days of the search are shown, and can be changed.
    await open('conversations?text=waders&to=2026-03-04&time_zone=UTC');
    await expect.poll(() => items(page).count()).toBe(1);
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('2026-02-26');
    await open('conversations?text=waders');
    await page.getByText('No conversation matches the filters.').waitFor();
    await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toMatch(/^\d{4}-/);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('the keyboard alone moves through the list and reads a conversation as it was, without raw JSON', async () => {
    const { page, open } = shop;
    await open('conversations');
    await items(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const reader = page.getByRole('region', { name: 'Conversation', exact: true });
    await reader.getByRole('heading', { name: 'Do you have waders?' }).waitFor();
    const reply = reader.getByRole('list', { name: 'Messages' }).getByRole('listitem').nth(1);
    const facts = ['Failed', 'First words after 120 ms', 'complete after 900 ms', '11 read, 7 written'];
    for (const text of ['Guide', 'The model is not available', ...facts]) {
      await expect.poll(() => reply.textContent()).toContain(text);
    }
    await expect.poll(() => reply.getByRole('strong').last().textContent()).toBe('Marsh Waders');
    const [card] = await reply.getByRole('list', { name: 'Products shown' }).getByRole('listitem').all();
    expect(await card?.textContent()).toBe('MMarsh Waders€129.00Warm and dry');
    const doings = reply.getByRole('list', { name: 'What the shopper did' }).getByRole('listitem');
    expect(await doings.allTextContents()).toEqual([
      'Saw Marsh Waders',
      'Followed the link of Marsh Waders',
      'Put into the cart: Marsh Waders',
      'Ordered, as the page reports: 2 × Marsh Waders for €258.00 (48813)',
    ]);
    expect(await reply.textContent()).not.toContain('{');
  });

  it('exports a conversation as JSON and CSV', async () => {
    const { page, open } = shop;
    await open(`conversations/${wadersId}`);
    await button(page, 'Export').click();
    const json = await downloaded(page, page.getByRole('button', { name: 'JSON' }));
    expect(json.name).toBe(`conversation-${wadersId}.json`);
    expect(JSON.parse(json.text)).toMatchObject({ summary: { id: wadersId, messages: 2 } });
    await button(page, 'Export').click();
    const csv = await downloaded(page, page.getByRole('button', { name: 'CSV' }));
    expect([csv.name, csv.text]).toEqual([
      `conversation-${wadersId}.csv`,
      expect.stringContaining('Do you have waders?'),
    ]);
  });

  it('deletes a conversation, or all of its visitor, after saying that this cannot be undone', async () => {
    const { page, add, open } = await visitShop();
    const id = await add(0, { question: 'First of ten', visitor_id: 'vis_ten' });
    await add(1, { question: 'Second of ten', visitor_id: 'vis_ten' });
    await add(2, { question: 'Of another', visitor_id: 'vis_other' });
    await open(`conversations/${id}`);
    await button(page, 'Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete this conversation?' });
    await dialog.getByText('this cannot be undone').waitFor();
    await button(dialog, 'Cancel').click();
    await button(page, 'Delete').click();
    await dialog.getByRole('checkbox', { name: "Also delete the visitor's other conversations" }).check();
    await button(dialog, 'Delete').click();
    await page.getByText('2 conversations deleted').waitFor();
    await expect.poll(() => items(page).count()).toBe(1);
    expect(page.url()).toMatch(/\/conversations$/);
    await open(`conversations/${id}`);
    await page.getByText('This conversation does not exist.').waitFor();
  });

  it('shows the list or the reader alone at 390 px, with a way back', async () => {
    const { page, add, open } = await visitShop({ context: { viewport: { width: 390, height: 844 } } });
    await add(0, { question: 'Waders?' });
    await open('conversations?channel=api');
    await items(page).first().click();
    const reader = page.getByRole('region', { name: 'Conversation', exact: true });
    await reader.getByRole('heading', { name: 'Waders?' }).waitFor();
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Waders?');
    expect(await items(page).count()).toBe(0);
    await page.getByRole('link', { name: 'All conversations' }).click();
    await items(page).first().waitFor();
    expect(page.url()).toMatch(/conversations\?channel=api$/);
  });
});

/** The text of every number in a box of Overview or Analytics. */
async function valuesOf(page: Page, name: string): Promise<string[]> {
  const tile = page.locator('.tile').filter({ has: button(page, `What “${name}” means`) });
  const texts = await tile.getByRole('definition').allTextContents();
  return texts.filter((text) => text !== '');
}

describe.skipIf(executable === undefined)('Overview in a browser', () => {
  it('shows a new store what to do first', async () => {
    const { page, store, open } = await visitShop();
    await open('overview');
    await page.getByText('1 of 3 done').waitFor();
    for (const [name, place] of [
      ['Import a catalogue', 'catalogue'],
      ['Create an agent', 'agents/new'],
      ['Place the chatbot', 'chatbots'],
    ] as const) {
      const link = page.getByRole('link', { name });
      await expect.poll(() => link.getAttribute('href')).toBe(`/dashboard/stores/${store.id}/${place}`);
    }
    await page.getByText('No questions without help.').waitFor();
  });

  it('shows today and the last 7 days, and opens questions without help and the conversations of a number', async () => {
    const { page, add, open, problems } = await visitShop();
    const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
    await add(0, { question: 'Older', created_at: hoursAgo(72) });
    await add(0, { question: 'Waders?', created_at: hoursAgo(0), reply: { result: 'nothing_found' } });
    await open('overview');
    await page.getByText('Improve the replies to what is asked most often').waitFor();
    expect(await valuesOf(page, 'Conversations')).toEqual(['1Today · yesterday 0', '27 days · 0 before']);
    expect(await valuesOf(page, 'Without help')).toEqual(['100%Today · yesterday –', '50%7 days · – before']);
    expect(await valuesOf(page, 'Time until the first words')).toEqual([
      '121 msToday · yesterday –',
      '121 ms7 days · – before',
    ]);
    await page.locator('.tile').first().getByRole('link', { name: '2' }).click();
    await expect.poll(() => items(page).count()).toBe(2);
    await page.goBack();
    for (const question of ['Tents?', 'Boots?']) {
      const reply = { error: 'The model is busy', result: 'failed' } as const;
      await add(0, { question, created_at: hoursAgo(0), outcome: 'failed', reply });
    }
    await page.reload();
    await page.getByText('The model has failed for 2 of the last 3 questions, since').waitFor();
    await page.getByRole('link', { name: 'Waders?' }).click();
    await page.getByRole('heading', { name: 'Waders?' }).waitFor();
    expect(problems).toEqual([]);
  });
});

const week = 'analytics?from=2026-03-01&to=2026-03-07&time_zone=UTC';

describe.skipIf(executable === undefined)('Analytics in a browser', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await visitShop();
    await shop.add(0, { question: 'Boots?', thumb: 'up' });
    await shop.add(1, { question: 'Waders?', channel: 'mcp', reply: { result: 'nothing_found' } });
    const visitor_id = 'vis_buyer';
    const tents = { question: 'Tents?', channel: 'widget', visitor_id, thumb: 'down' } as const;
    const conversation_id = await shop.add(3 * 24 * 60, tents);
    const event = {
      store_id: shop.store.id,
      chatbot_id: 'cbt_one',
      agent_id: shop.agentId,
      visitor_id,
      conversation_id,
      product_id: 'tent',
    };
    const clicked = { ...event, type: 'product_clicked', at: '2026-03-05T08:01:00.000Z' } as const;
    const added = { ...clicked, type: 'product_added' } as const;
    await changeStore(dashboard.server.deps, shop.store.id, async ({ tables }) => {
      await tables('widget_events').insert([clicked, added]);
    });
    const { store_id, agent_id, at } = clicked;
    const steps = (['product_shown', 'product_chosen'] as const).map((step) => {
      return { store_id, visitor_id, agent_id, step, at };
    });
    await changeStore(dashboard.server.deps, shop.store.id, (context) => addSteps(context, steps));
  });
  beforeEach(async () => {
    await shop.open(week);
    await shop.page.getByText('Numbers as a table').first().waitFor();
  });

  it('shows the figures of the range in the address, with the definition of each one click away', async () => {
    const { page, problems } = shop;
    expect(await valuesOf(page, 'Conversations')).toEqual(['30 before']);
    expect(await valuesOf(page, 'Without help')).toEqual(['33%– before']);
    expect(await valuesOf(page, 'Satisfaction')).toEqual(['50%– before · 1 up · 1 down']);
    expect(await valuesOf(page, 'Time until the whole reply')).toEqual([
      '966 msHalf within · – before',
      '1.1 s95 of 100 within · – before',
    ]);
    expect(await valuesOf(page, 'Text of the models')).toEqual(['33Read · 0 before', '21Written · 0 before']);
    const definition = page.getByText('Replies that found nothing, did not know, were declined').first();
    await definition.waitFor({ state: 'hidden' });
    await button(page, 'What “Without help” means').click();
    await definition.waitFor();
    await button(page, 'Last 7 days').click();
    await page.getByText('No conversations in these days.').waitFor();
    expect(page.url()).toMatch(/analytics\?time_zone=UTC&days=7$/);
    expect(problems).toEqual([]);
  });

  it('shows the result of each reply: the shares add up to 100%, beside those of the days before', async () => {
    const { page } = shop;
    await shop.open('analytics?from=2026-03-03&to=2026-03-05&time_zone=UTC');
    const results = page.getByRole('table', { name: 'Results of replies' });
    await results.getByRole('row', { name: 'All replies' }).waitFor();
    const cells = async (row: string) =>
      (await results.getByRole('row', { name: row }).getByRole('cell').allTextContents()).slice(1);
    expect(await cells('Helped')).toEqual(['1', '100%', '50%']);
    expect(await cells('Nothing found')).toEqual(['0', '0%', '50%']);
    expect(await cells('Shopper left')).toEqual(['0', '0%', '0%']);
    expect(await cells('All replies')).toEqual(['1', '100%', '2 replies']);
    await page.getByRole('link', { name: 'What the numbers mean' }).first().click();
    await page.getByText('Example: “a wetsuit” – in a shop that has none.').waitFor();
  });

  it("a chart's table has the numbers of its bars, and a bar opens its conversations by keyboard", async () => {
    const panel = shop.page.getByRole('region', { name: 'Replies by day', exact: true });
    const bars = panel.getByRole('group', { name: 'Replies by day' }).getByRole('link');
    const names = await Promise.all((await bars.all()).map((bar) => bar.getAttribute('aria-label')));
    await panel.getByText('Numbers as a table').click();
    const rows = await panel.getByRole('row').allTextContents();
    expect(names[1]).toBe('Mon, Mar 2, 2026: 2 replies, 1 helped');
    const numbers = (text: string | null): string | undefined => text?.replaceAll(/\D/g, '');
    expect(rows.slice(1).map(numbers)).toEqual(names.map(numbers));
    await bars.first().focus();
    await shop.page.keyboard.press('ArrowRight');
    await expect.poll(() => panel.locator('.readout').textContent()).toContain('Mon, Mar 2, 2026: 2 replies');
    await shop.page.keyboard.press('Enter');
    await expect
      .poll(() => items(shop.page).allTextContents())
      .toEqual([expect.stringContaining('Waders?'), expect.stringContaining('Boots?')]);
    await expect.poll(() => shop.page.getByLabel('From').inputValue()).toBe('2026-03-02');
  });

  it('opens the conversations of a step of the funnel', async () => {
    const { page } = shop;
    const funnel = page.getByRole('table', { name: 'Funnel' });
    expect(
      await funnel.getByRole('row', { name: 'Product chosen' }).getByRole('cell').nth(1).innerText(),
    ).toBe('1');
    await funnel.getByRole('link', { name: 'Product chosen' }).click();
    await expect.poll(() => items(page).count()).toBe(1);
    await expect.poll(() => items(page).first().textContent()).toContain('Tents?');
    await expect.poll(() => page.getByLabel('Product').inputValue()).toBe('chosen');
  });

  it('filters by agent, shows channels, and exports the range as CSV', async () => {
    const channels = shop.page.getByRole('table', { name: 'By channel' }).getByRole('row');
    expect((await channels.allTextContents()).slice(1)).toEqual(
      expect.arrayContaining(['API101', 'MCP101', 'Widget101']),
    );
    const csv = await downloaded(shop.page, button(shop.page, 'Export CSV'));
    expect(csv.name).toBe('analytics-2026-03-01-2026-03-07.csv');
    expect(csv.text.split('\r\n').filter((line) => line.startsWith('2026-03-02,'))).toHaveLength(2);
    await shop.open(`${week}&agent_id=agt_other`);
    await shop.page.getByText('No conversations in these days.').waitFor();
  });
});

describe.skipIf(executable === undefined)('Overview, Analytics and Conversations on every screen', () => {
  itInLayouts('have no axe violations and fit the width', async (context) => {
    const { page, add, open, problems } = await visitShop({ context });
    const question = 'A_very_long_word_'.repeat(10);
    const id = await add(0, { question, reply: { result: 'nothing_found' }, thumb: 'down' });
    const check = (screen: string) => checkLayout(page, screen);
    await open('overview');
    await button(page, 'What “Helped” means').click();
    await check('Overview');
    await open('numbers');
    await check('What the numbers mean');
    await open(week);
    await page.getByText('Numbers as a table').first().click();
    await check('Analytics');
    await open('conversations');
    await items(page).first().waitFor();
    await check('Conversations');
    await open(`conversations/${id}`);
    await page.getByText('search_products').click();
    await check('a conversation');
    await button(page, 'Delete').click();
    await check('Delete');
    expect(problems).toEqual([]);
  });
});
