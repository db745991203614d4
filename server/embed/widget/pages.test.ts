import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('a conversation over pages and tabs', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  const inside = (page: Page, selector: string) => page.locator(`agent-chatbot ${selector}`);
  const ask = async (page: Page, text: string): Promise<void> => {
    await inside(page, 'textarea').fill(text);
    await inside(page, 'textarea').press('Enter');
  };
  const isChat = (request: Request): boolean =>
    request.url().endsWith('/chat/stream') && request.method() === 'POST';
  const open = async (): Promise<Page> => {
    const { page } = await shop.visit();
    await inside(page, '.launcher').click();
    return page;
  };
  /** Lets messages reach the service, but their responses not the page until `found` is called. */
  const loseResponses = async (page: Page): Promise<{ found(): void; reached(): number }> => {
    let isLost = true;
    let reached = 0;
    await page.route('**/chat/stream', async (route) => {
      if (!isLost || !isChat(route.request())) return route.continue();
      await route.fetch();
      reached += 1;
    });
    return { found: () => void (isLost = false), reached: () => reached };
  };

  it('stores nothing and is no visitor before the chat is opened', async () => {
    const sessions: unknown[] = [];
    const { page } = await shop.visit({
      prepare: async (fresh) =>
        fresh.on('request', (request) => {
          if (request.url().endsWith('/embed/session') && request.method() === 'POST')
            sessions.push(request.postDataJSON());
        }),
    });
    await inside(page, '.launcher').waitFor();
    expect(sessions).toEqual([expect.objectContaining({ anonymous: true })]);
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
      0,
      0,
      '',
    ]);
    await inside(page, '.launcher').click();
    await expect.poll(() => page.evaluate('Object.keys(localStorage).length')).toBe(2);
    expect(sessions).toEqual([expect.anything(), { chatbot_id: expect.any(String) }]);
    await page.reload();
    await inside(page, '.launcher').waitFor();
    expect(sessions[2]).toMatchObject({ visitor_secret: expect.any(String) });
    await page.context().close();
  });

  it('R-4.5-04 shows the reply that was under way when the page was left, by the same question and key', async () => {
    const page = await open();
    const responses = await loseResponses(page);
    const [sent] = await Promise.all([page.waitForRequest(isChat), ask(page, 'First')]);
    await inside(page, '.activity').waitFor();
    responses.found();
    const [repeated] = await Promise.all([page.waitForRequest(isChat), page.reload()]);
    const keyOf = (request: Request): Promise<string | null> => request.headerValue('idempotency-key');
    expect(await keyOf(sent)).toMatch(/^[\w-]{36}$/);
    expect(await keyOf(repeated)).toBe(await keyOf(sent));
    expect(repeated.postDataJSON()).toEqual(sent.postDataJSON());
    await inside(page, '.log').getByText('You said: First').waitFor();
    await expect.poll(() => inside(page, '.message.user').count()).toBe(1);
    await ask(page, 'Second');
    await inside(page, '.log').getByText('You said: Second').waitFor();
    await page.context().close();
  });

  it('R-4.5-04 offers to try again where the reply was lost, and the new reply takes its place', async () => {
    const page = await open();
    const [response] = await Promise.all([
      page.waitForResponse((received) => isChat(received.request())),
      ask(page, 'hang please'),
    ]);
    await inside(page, '.log').getByText('Let me see').waitFor();
    const address = page.url();
    await page.goto('about:blank');
    // Another message in the conversation ends a reply without readers.
    const conversation_id = response.headers()['x-conversation-id'];
    const body = { agent_id: shop.server.shop.agentId, message: 'Go on', conversation_id };
    await (await shop.server.api('/api/agents/chat/stream', { body })).text();
    await page.goto(address);
    await inside(page, '.retry').waitFor();
    await expect.poll(() => inside(page, '.message.user').allInnerTexts()).toEqual(['You:\nhang please']);
    await inside(page, '.retry').click();
    await inside(page, '.log').getByText('Let me see').waitFor();
    await expect.poll(() => inside(page, '.log').getByText('Let me see').count()).toBe(1);
    await page.context().close();
  });

  it('R-4.5-04 asks again a few times while the reply still runs elsewhere', async () => {
    const page = await open();
    const responses = await loseResponses(page);
    await ask(page, 'First');
    await expect.poll(responses.reached).toBe(1);
    let conflicts = 0;
    await page.route('**/chat/stream', (route) => {
      if (!isChat(route.request()) || conflicts === 1) return route.continue();
      conflicts += 1;
      return route.fulfill({ status: 409, headers: { 'access-control-allow-origin': '*' } });
    });
    await page.reload();
    await inside(page, '.log').getByText('You said: First').waitFor();
    expect(conflicts).toBe(1);
    await page.context().close();
  });

  it('R-4.5-04 is the same in two tabs: a reply, a stop and a new conversation', async () => {
    const page = await open();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await inside(other, 'textarea').waitFor();
    await ask(page, 'From one tab');
    await inside(other, '.log').getByText('You said: From one tab').waitFor();
    await inside(page, '[role=status]').getByText('You said: From one tab').waitFor({ state: 'attached' });
    await ask(other, 'hang please');
    await inside(other, '.log').getByText('Let me see').waitFor();
    await inside(page, '.activity').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await inside(other, '.activity').waitFor({ state: 'detached' });
    await expect.poll(() => inside(other, '.send').getAttribute('aria-label')).toBe('Send');
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByRole('button', { name: 'New conversation' }).last().click();
    await expect.poll(() => inside(other, '.message').count()).toBe(1);
    await page.context().close();
  });

  it('R-4.5-04 is taken over by another tab when the one that waits for the reply is closed', async () => {
    const page = await open();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await inside(other, 'textarea').waitFor();
    await loseResponses(page);
    await ask(page, 'First');
    await inside(other, '.activity').waitFor();
    await page.close();
    await inside(other, '.log').getByText('You said: First').waitFor();
    await other.context().close();
  });
});
