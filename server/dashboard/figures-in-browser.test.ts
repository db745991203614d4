import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../embed/widget/testing/axe-violations.ts';
import { findBrowser } from '../testing/browser.ts';
import { addAgent, addConversation, type AddedConversation } from './testing/add-conversations.ts';
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
  const visit = await dashboard.visit(options);
  const { deps, service } = dashboard.server;
  const storeId = visit.store.id;
  const agentId = await addAgent(deps, storeId, 'Guide');
  return {
    ...visit,
    agentId,
    add: (minute, conversation) => {
      const createdAt = new Date(Date.UTC(2026, 2, 2, 8, minute)).toISOString();
      return addConversation(deps, storeId, agentId, { createdAt, ...conversation });
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
  it('lists the newest first, shows older ones, and keeps its filters in an address that can be shared', async () => {
    const { page, add, open, problems } = await visitShop();
    for (let minute = 0; minute < 52; minute += 1) await add(minute, { question: `Question ${minute}` });
    await add(60, { question: 'Boots', channel: 'mcp', thumb: 'down' });
    await open('conversations');
    await expect.poll(() => items(page).count()).toBe(50);
    expect(await items(page).first().textContent()).toContain('Boots');
    await button(page, 'Show older').click();
    await expect.poll(() => items(page).count()).toBe(53);
    await page.getByLabel('Channel').selectOption('MCP');
    await expect.poll(() => items(page).count()).toBe(1);
    await page.getByLabel('Thumb').selectOption('Thumb down');
    expect(page.url()).toMatch(/conversations\?channel=mcp&thumb=down$/);
    await page.reload();
    await expect.poll(() => items(page).count()).toBe(1);
    expect(await page.getByLabel('Channel').inputValue()).toBe('mcp');
    await page.getByLabel('Channel').selectOption('Widget');
    await page.getByText('No conversation matches the filters.').waitFor();
    await button(page, 'Clear filters').click();
    await expect.poll(() => items(page).count()).toBe(50);
    expect(problems).toEqual([]);
  });

  it('searches text within 7 days that end on the last day', async () => {
    const { page, add, open } = await visitShop();
    await add(0, { question: 'Do you have waders?' });
    await add(1, { question: 'Do you have boots?' });
    await open('conversations?to=2026-03-04&from=2026-01-01&time_zone=UTC');
    await page.getByRole('searchbox', { name: 'Text' }).fill('WADERS');
    await page.keyboard.press('Enter');
    await expect.poll(() => items(page).count()).toBe(1);
    expect(await page.getByLabel('From').inputValue()).toBe('2026-02-26');
  });

  it('the keyboard alone moves through the list and reads a conversation with its tool calls', async () => {
    const { page, add, open } = await visitShop();
    await add(0, {
      question: 'Older?',
      outcome: 'failed',
      reply: { error: 'The model is not available', isUnanswered: true },
    });
    await add(1, { question: 'Newer?' });
    await open('conversations');
    await items(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const reader = page.getByRole('region', { name: 'Conversation', exact: true });
    await reader.getByRole('heading', { name: 'Older?' }).waitFor();
    const reply = reader.getByRole('list', { name: 'Messages' }).getByRole('listitem').nth(1);
    for (const text of [
      'Guide',
      'The model is not available',
      'Failed',
      'First word 120 ms',
      'Reply 900 ms',
      '11 tokens in, 7 out',
    ]) {
      expect(await reply.textContent()).toContain(text);
    }
    expect(await page.getByText('boot-1').isVisible()).toBe(false);
    await reply.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await reply.getByRole('group', { name: 'Input' }).textContent()).toContain('"query": "Older?"');
    expect(await reply.getByRole('group', { name: 'Output' }).textContent()).toContain('boot-1');
  });

  it('exports a conversation as JSON and CSV', async () => {
    const { page, add, open } = await visitShop();
    const id = await add(0, { question: 'Waders?' });
    await open(`conversations/${id}`);
    await button(page, 'Export').click();
    const json = await downloaded(page, page.getByRole('button', { name: 'JSON' }));
    expect([json.name, JSON.parse(json.text)]).toEqual([
      `conversation-${id}.json`,
      expect.objectContaining({ summary: expect.objectContaining({ id, first_message: 'Waders?' }) }),
    ]);
    await button(page, 'Export').click();
    const csv = await downloaded(page, page.getByRole('button', { name: 'CSV' }));
    expect([csv.name, csv.text]).toEqual([`conversation-${id}.csv`, expect.stringContaining('Waders?')]);
  });

  it('deletes a conversation, or all of its visitor, after saying that this cannot be undone', async () => {
    const { page, add, open } = await visitShop();
    const id = await add(0, { question: 'First of ten', visitorId: 'vis_ten' });
    await add(1, { question: 'Second of ten', visitorId: 'vis_ten' });
    await add(2, { question: 'Of another', visitorId: 'vis_other' });
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

describe.skipIf(executable === undefined)('Overview, Analytics and Conversations on every screen', () => {
  // 720 px at a scale of 2 is 1,440 px at 200 % zoom.
  it.each([
    ['light', 1440, 1],
    ['dark', 390, 1],
    ['dark', 720, 2],
  ] as const)(
    'have no axe violations and fit the width: %s, %i px, scale %i',
    async (colorScheme, width, deviceScaleFactor) => {
      const context = { colorScheme, viewport: { width, height: 900 }, deviceScaleFactor };
      const { page, add, open, problems } = await visitShop({ context });
      const question = 'A_very_long_word_'.repeat(10);
      const id = await add(0, { question, reply: { isUnanswered: true }, thumb: 'down' });
      const check = async (screen: string): Promise<void> => {
        expect([screen, ...(await axeViolations(page))]).toEqual([screen]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), screen).toBeLessThanOrEqual(
          width,
        );
      };
      await open('conversations');
      await items(page).first().waitFor();
      await check('Conversations');
      await open(`conversations/${id}`);
      await page.getByText('search_products').click();
      await check('a conversation');
      await button(page, 'Delete').click();
      await check('Delete');
      expect(problems).toEqual([]);
    },
  );
});
