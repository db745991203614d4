import { allChatbots, findChatbot } from '../db/chatbots.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgent, listAgentsWithUse, updateAgent } from '../services/agents.ts';
import { createChatbot } from '../services/chatbots.ts';
import { findBrowser } from '../testing/browser.ts';
import { checkLayout, checkWidths, itInLayouts } from './testing/check-layout.ts';
import {
  type DashboardVisit,
  openDashboard,
  type TestDashboard,
  type VisitOptions,
} from './testing/open-dashboard.ts';
import { addConversation } from './testing/add-conversations.ts';
import { operatorActor } from '../services/audit.ts';
import { findAgent, allAgents } from '../db/agents.ts';

const executable = findBrowser();

let dashboard: TestDashboard;
beforeAll(async () => {
  if (executable !== undefined) dashboard = await openDashboard(executable);
});
afterAll(() => dashboard?.close());

const config = {
  model_provider: 'provider_one',
  model_id: 'shopping-1',
  system_prompt: 'Help.',
} as const;
const input = { name: 'Advisor', type: 'shopping', config };

function button(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true });
}

function field(page: Page, name: string): Locator {
  return page.getByLabel(name, { exact: true });
}

function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** A member of a store with an agent and a chatbot. */
async function visit(options: VisitOptions = {}) {
  const opened = await dashboard.visit({ role: 'member', ...options });
  const { deps, service } = dashboard.server;
  const by = { store: opened.store, actor: operatorActor };
  const agent = await deps.database.change(by, (context) => createAgent(context, input));
  const widget = { agent_id: agent.id, name: 'Front page', allowed_origins: ['https://shop.example'] };
  const chatbot = await deps.database.change(by, (context) => createChatbot(context, widget));
  const base = `${service.baseUrl}/dashboard/stores/${opened.store.id}`;
  return { ...opened, agent, chatbot, base };
}

/** Of each agent, as the dashboard shows them. */
async function countConversations(storeId: string): Promise<number[]> {
  const agents = await listAgentsWithUse(dashboard.server.deps.database.reader(storeId));
  return agents.map(({ used_by: { conversations } }) => conversations);
}

/** Somebody else saves the agent. */
async function changeElsewhere({ store }: DashboardVisit, agentId: string, version: number): Promise<void> {
  const change = { ...input, name: 'Changed elsewhere', status: 'active', version } as const;
  const by = { store, actor: operatorActor };
  await dashboard.server.deps.database.change(by, (context) => updateAgent(context, agentId, change));
}

describe.skipIf(executable === undefined)('agents and chatbots in a browser', () => {
  it('an agent is created, tried with a prompt that is not saved, and saved', async () => {
    const { page, base, store, problems } = await visit();
    await page.goto(`${base}/agents`);
    await button(page, 'Create agent').click();
    await field(page, 'Name').fill('Gift finder');
    await button(page, 'Create agent').click();
    await page.getByRole('heading', { name: 'Gift finder' }).waitFor();
    const [, made] = await allAgents(dashboard.server.deps.database.reader(store.id));
    const tools = ['product_catalog', 'shop_knowledge'].map((type) => ({ type, enabled: true }));
    expect(made).toMatchObject({ name: 'Gift finder', version: 1 });
    expect(made?.config).toMatchObject({ model_id: 'shopping-1', mcp_capabilities: tools });

    await field(page, 'Instructions').fill('Find gifts.');
    await field(page, 'Message').fill('Do you have a lamp?');
    await page.keyboard.press('Enter');
    const log = page.getByRole('log');
    await log.getByText('Used search_catalog').first().waitFor();
    await log.locator('.message.agent').waitFor();
    await button(page, 'Save changes').click();
    await page.getByText('Agent saved').waitFor();
    expect(await button(page, 'Save changes').count()).toBe(0);
    const saved = await findAgent(dashboard.server.deps.database.reader(store.id), made?.id ?? '');
    expect(saved).toMatchObject({ config: { system_prompt: 'Find gifts.' }, version: 2 });
    // Tests are not counted.
    expect(await countConversations(store.id)).toEqual([0, 0]);
    expect(problems).toEqual([]);
  });

  it('a change made elsewhere meanwhile is shown as such: reloaded, or saved over', async () => {
    const opened = await visit();
    const { page, base, store, agent } = opened;
    const nameOf = async () =>
      (await findAgent(dashboard.server.deps.database.reader(store.id), agent.id))?.name;
    await page.goto(`${base}/agents/${agent.id}`);
    await field(page, 'Name').fill('Mine');
    await changeElsewhere(opened, agent.id, 1);
    await button(page, 'Save changes').click();
    await page.getByRole('alert').getByText('Changed meanwhile.').waitFor();
    expect(await nameOf()).toBe('Changed elsewhere');
    await button(page, 'Reload and drop my changes').click();
    await page.getByRole('heading', { name: 'Changed elsewhere' }).waitFor();
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Changed elsewhere');

    await field(page, 'Name').fill('Mine');
    await changeElsewhere(opened, agent.id, 2);
    await button(page, 'Save changes').click();
    await button(page, 'Save mine over it').click();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    expect(await nameOf()).toBe('Mine');
  });

  it('unsaved changes are kept when one leaves by a link or by the back button, until one says so', async () => {
    const { page, base, agent } = await visit();
    await page.goto(`${base}/agents`);
    await page.getByRole('link', { name: 'Advisor' }).click();
    await field(page, 'Name').fill('Mine');
    for (const leave of [
      () => page.getByRole('link', { name: 'Chatbots', exact: true }).click(),
      () => page.goBack(),
    ]) {
      await leave();
      await button(page.getByRole('dialog', { name: 'Leave without saving?' }), 'Stay').click();
      expect(page.url()).toContain(`/agents/${agent.id}`);
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('Mine');
    }
    await page.getByRole('link', { name: 'Chatbots', exact: true }).click();
    await button(page, 'Leave').click();
    await page.getByRole('heading', { name: 'Chatbots', exact: true }).waitFor();
  });

  it('an agent is disabled after what it breaks is said, enabled, and deleted once no chatbot uses it', async () => {
    const { page, base } = await visit();
    await page.goto(`${base}/agents`);
    await button(rowOf(page, 'Advisor'), 'Disable').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Front page' }).waitFor();
    await button(dialog, 'Disable').click();
    await rowOf(page, 'Advisor').getByText('Disabled').waitFor();
    await button(rowOf(page, 'Advisor'), 'Enable').click();
    await rowOf(page, 'Advisor').getByText('Active').waitFor();

    await button(rowOf(page, 'Advisor'), 'Delete').click();
    expect(await button(dialog, 'Delete').count()).toBe(0);
    await button(dialog, 'Close').click();
    await page.getByRole('link', { name: 'Chatbots', exact: true }).click();
    await button(rowOf(page, 'Front page'), 'Delete').click();
    await dialog.getByText('https://shop.example').waitFor();
    await button(dialog, 'Delete').click();
    await page.getByText('No chatbots yet.').waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await button(rowOf(page, 'Advisor'), 'Delete').click();
    await button(dialog, 'Delete').click();
    await page.getByText('No agents yet.').waitFor();
  });

  it('the preview is the real widget: it changes as one types, and its agent replies in a test', async () => {
    const { page, base, store, chatbot, problems } = await visit();
    await page.goto(`${base}/chatbots/${chatbot.id}`);
    const widget = page.frameLocator('iframe');
    await widget.getByRole('heading', { name: 'Shopping assistant' }).waitFor();
    await field(page, 'Title').fill('Ask our experts');
    await widget.getByRole('heading', { name: 'Ask our experts' }).waitFor();
    await widget.getByRole('textbox').fill('Hello');
    await widget.getByRole('textbox').press('Enter');
    await widget.locator('.message.bot').nth(1).waitFor();
    await field(page, 'Primary colour').fill('#7bc9a5');
    await page.getByText('White on the primary colour has a contrast of 1.9 : 1.').waitFor();
    const launcher = widget.getByRole('button', { name: /Ask our experts/ });
    await expect
      .poll(() =>
        launcher.evaluate(
          'getComputedStyle(document.querySelector("agent-chatbot").shadowRoot.querySelector(".launcher")).backgroundColor',
        ),
      )
      .toBe('rgb(123, 201, 165)');
    // The conversation goes on in the widget that is drawn again.
    await expect.poll(() => widget.locator('.message.bot').count()).toBe(2);
    expect(await countConversations(store.id)).toEqual([0]);
    expect(await findChatbot(dashboard.server.deps.database.reader(store.id), chatbot.id)).toMatchObject({
      version: 1,
    });
    expect(problems).toEqual([]);
  });

  it('a chatbot is created by keyboard, and its snippet copied with the right address', async () => {
    const { page, base, store } = await visit();
    await page.goto(`${base}/chatbots`);
    await button(page, 'Create chatbot').focus();
    await page.keyboard.press('Enter');
    await field(page, 'Name').focus();
    await page.keyboard.type('Footer');
    await field(page, 'Websites').fill('https://shop.example/path');
    await field(page, 'Name').press('Enter');
    await page.getByRole('alert').getByText('must be an origin such as https://shop.example').waitFor();
    await field(page, 'Websites').fill('https://shop.example\n');
    await field(page, 'Name').press('Enter');
    await page.getByRole('heading', { name: 'Footer' }).waitFor();
    await button(page, 'Copy snippet').click();
    await page.getByText('Snippet copied').waitFor();
    const [, made] = await allChatbots(dashboard.server.deps.database.reader(store.id));
    expect(made?.allowed_origins).toEqual(['https://shop.example']);
    const { origin } = new URL(dashboard.server.service.baseUrl);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `<script src="${origin}/embed/chatbot.js" data-chatbot-id="${made?.id}" async></script>`,
    );
  });

  it('a chatbot is disabled after what that means is said, and enabled', async () => {
    const { page, base, store, chatbot, problems } = await visit();
    const statusOf = async () =>
      (await findChatbot(dashboard.server.deps.database.reader(store.id), chatbot.id)).status;
    await page.goto(`${base}/chatbots`);
    const row = page.getByRole('row', { name: chatbot.name });
    await button(row, 'Disable').click();
    const dialog = page.getByRole('dialog', { name: 'Disable chatbot' });
    await dialog.getByText('show no chat bubble until you enable it again').waitFor();
    await checkLayout(page, 'Disable chatbot');
    expect(await statusOf()).toBe('active');
    await button(dialog, 'Disable').click();
    await row.getByText('Disabled').waitFor();
    expect(await statusOf()).toBe('disabled');
    await button(row, 'Enable').click();
    await button(row, 'Disable').waitFor();
    expect(await statusOf()).toBe('active');
    expect(problems).toEqual([]);
  });

  it('long unbroken names fit every width', async () => {
    const { page, base, store } = await visit({ role: 'owner' });
    const long = 'a_name_without_a_space_'.repeat(6);
    const settings = { ...config, model_id: `model_${long}`.slice(0, 120) };
    const { database } = dashboard.server.deps;
    const by = { store, actor: operatorActor };
    for (const name of [long, long])
      await database.change(by, (context) => createAgent(context, { ...input, name, config: settings }));
    const listed = await allAgents(dashboard.server.deps.database.reader(store.id));
    for (const { id, name } of listed)
      if (name === long)
        await database.change(by, (context) => createChatbot(context, { agent_id: id, name }));
    for (const [place, table] of [
      ['agents', 'Agents'],
      ['chatbots', 'Chatbots'],
      ['settings/audit-log', 'Audit log'],
    ] as const) {
      await page.goto(`${base}/${place}`);
      await page.getByRole('table', { name: table }).waitFor();
      await checkWidths(page, table);
    }
    await page.goto(`${base}/chatbots/new`);
    const ends = listed.filter(({ name }) => name === long).map(({ id }) => `${long} (…${id.slice(-4)})`);
    const options = field(page, 'Agent').getByRole('option');
    await expect
      .poll(async () => (await options.allTextContents()).toSorted())
      .toEqual(['Advisor', ...ends].toSorted());
    await checkWidths(page, 'Create chatbot');
  });

  it('what was changed of an agent is in the audit log and marked in the charts, and is undone', async () => {
    const { page, base, agent, store, problems } = await visit();
    const { deps } = dashboard.server;
    await page.goto(`${base}/agents/${agent.id}`);
    await field(page, 'Instructions').fill('Sell lamps.');
    await button(page, 'Save changes').click();
    await page.getByText('Agent saved').waitFor();
    await page.goto(`${base}/settings/audit-log`);
    const entries = rowOf(page, 'Changed an agent');
    await entries.getByText('instructions', { exact: true }).click();
    await entries.getByText('Sell lamps.').waitFor();
    await button(page, 'Undo').click();
    await expect.poll(() => entries.count()).toBe(2);
    const kept = await findAgent(deps.database.reader(store.id), agent.id);
    expect(kept.config.system_prompt).toBe(agent.config.system_prompt);
    const asked = { question: 'A lamp?', created_at: new Date().toISOString() };
    await addConversation(deps, store.id, agent.id, asked);
    await page.goto(`${base}/analytics`);
    await page.getByRole('link', { name: /helped\. Changed an agent: Advisor$/ }).waitFor();
    expect(problems).toEqual([]);
  });

  itInLayouts('has no axe violations and fits the width', async (context) => {
    const { page, base, agent, chatbot, problems } = await visit({ context });
    const check = (screen: string) => checkLayout(page, screen);
    await page.goto(`${base}/agents`);
    await button(page, 'Disable').click();
    await check('Agents');
    await page.goto(`${base}/agents/${agent.id}`);
    await field(page, 'Name').fill('A name');
    await field(page, 'Message').fill('Do you have a lamp?');
    await button(page, 'Send').click();
    await page.locator('.message.agent').waitFor();
    await button(page, 'Send').waitFor();
    await check('Agent');
    await button(page, 'Discard').click();
    await page.goto(`${base}/chatbots`);
    await page.getByRole('table').waitFor();
    await check('Chatbots');
    await page.goto(`${base}/chatbots/${chatbot.id}`);
    await page.frameLocator('iframe').getByRole('heading').waitFor();
    await field(page, 'Text').fill('#cccccc');
    await page.getByText('The text on the background has').waitFor();
    await check('Chatbot');
    if (context.viewport?.width === 390) {
      await button(page, 'Preview').click();
      await expect.poll(async () => (await page.locator('iframe').boundingBox())?.y).toBeLessThan(450);
    }
    expect(problems).toEqual([]);
  });
});
