import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { openVisitor } from '../../testing/visitor-client.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('a conversation in the widget', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  const launcher = (page: Page) => page.locator('agent-chatbot .launcher');
  const input = (page: Page) => page.locator('agent-chatbot textarea');
  const log = (page: Page) => page.locator('agent-chatbot .log');
  const status = (page: Page) => page.locator('agent-chatbot [role=status]');
  const ask = async (page: Page, text: string): Promise<void> => {
    await input(page).fill(text);
    await input(page).press('Enter');
  };
  const announced = (page: Page, text: string) => status(page).getByText(text).waitFor({ state: 'attached' });

  it('R-1-04 R-4.5-02 R-4.5-03 loads with one tag, requests its configuration and shows product cards in a conversation', async () => {
    const requested: string[] = [];
    const { page, chatbotId, warnings, errors } = await shop.visit({
      prepare: async (fresh) => fresh.on('request', (request) => requested.push(request.url())),
    });
    await launcher(page).click();
    expect(requested).toContain(`${shop.server.service.baseUrl}/api/widget/config?chatbot_id=${chatbotId}`);
    await ask(page, 'I want a lamp');
    await announced(page, 'Here is one for you.');
    const card = log(page).locator('.card');
    await expect.poll(() => card.locator('a').getAttribute('href')).toBe(`${shop.host.origin}/lamp`);
    await expect.poll(() => card.locator('a').getAttribute('rel')).toContain('noopener');
    await expect.poll(() => card.locator('.card-price').textContent()).toBe('$45.00');
    await expect.poll(() => log(page).locator('strong').textContent()).toBe('one');
    // The test shop has no image at the URL: the card is shown without it.
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    expect(warnings).toEqual([]);
    await page.context().close();
  });

  it('R-4.5-04 continues the same conversation after a reload and on the next page', async () => {
    const sent: unknown[] = [];
    const { page, url, chatbotId } = await shop.visit({
      prepare: async (fresh) =>
        fresh.on('request', (request) => {
          if (request.url().endsWith('/chat/stream') && request.method() === 'POST')
            sent.push(request.postDataJSON());
        }),
    });
    await launcher(page).click();
    await ask(page, 'First');
    await announced(page, 'You said: First');
    await page.reload();
    await log(page).getByText('You said: First').waitFor();
    await ask(page, 'Second');
    await announced(page, 'You said: Second');
    const tag = await page.locator('script[data-chatbot-id]').evaluate((script) => script.outerHTML);
    await page.goto(shop.host.add({ html: `<!doctype html><body>${tag}` }));
    await log(page).getByText('You said: Second').waitFor();
    await ask(page, 'Third');
    await announced(page, 'You said: Third');
    const ids = sent.map((body) => (body as { conversation_id?: string }).conversation_id);
    expect(ids[0]).toBeUndefined();
    expect(ids[1]).toMatch(/^cnv_/);
    expect(ids[2]).toBe(ids[1]);
    expect([url, chatbotId]).not.toContain(page.url());
    await page.context().close();
  });

  it('R-4.5-04 keeps the conversation of one tab when the panel is opened in another', async () => {
    const { page } = await shop.visit();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await launcher(other).waitFor();
    await launcher(page).click();
    await ask(page, 'In the first tab');
    await announced(page, 'You said: In the first tab');
    await launcher(other).click();
    await page.reload();
    await log(page).getByText('You said: In the first tab').waitFor();
    await page.context().close();
  });

  it('R-4.5-04 shows what the agent is doing', async () => {
    const { page } = await shop.visit({ attributes: 'data-lang="de"' });
    await launcher(page).click();
    await page.evaluate(`{
      globalThis.shown = [];
      const log = document.querySelector('agent-chatbot').shadowRoot.querySelector('.log');
      new MutationObserver(() => {
        const text = log.querySelector('.activity:not([hidden])')?.textContent;
        if (text && shown.at(-1) !== text) shown.push(text);
      }).observe(log, { subtree: true, childList: true, attributes: true, characterData: true });
    }`);
    await ask(page, 'A lamp');
    await announced(page, 'Here is one for you.');
    expect(await page.evaluate('shown')).toEqual(['Produkte werden gesucht …']);
    expect(await log(page).locator('.activity').count()).toBe(0);
    await page.context().close();
  });

  it('R-4.5-04 another visitor does not get the conversation and starts a new one', async () => {
    const { page, chatbotId, errors } = await shop.visit();
    await launcher(page).click();
    await ask(page, 'Secret words');
    await announced(page, 'You said: Secret words');
    await page.evaluate((id) => localStorage.removeItem(`agent-chatbot:${id}:visitor`), chatbotId);
    await page.reload();
    await input(page).waitFor();
    const notFound = page.waitForResponse(
      (response) => response.url().endsWith('/chat/stream') && response.status() === 404,
    );
    await ask(page, 'Hello again');
    await notFound;
    await announced(page, 'You said: Hello again');
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.context().close();
  });

  it('R-4.5-04 shows the last 60 messages of a long conversation after a reload, scrolled to the end', async () => {
    const { page, chatbotId } = await shop.visit();
    await launcher(page).waitFor();
    const entries = Array.from({ length: 90 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'bot',
      text: `Message ${at} with **some** words`,
    }));
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `agent-chatbot:${chatbotId}:conversation`,
      JSON.stringify({ entries, open: true }),
    ] as const);
    await page.reload();
    await log(page).getByText('Message 89').waitFor();
    await log(page).getByText('Message 89').waitFor();
    await ask(page, 'One more');
    await announced(page, 'You said: One more');
    await page.reload();
    await log(page).getByText('You said: One more').waitFor();
    await expect.poll(() => log(page).locator('.message').count()).toBe(61);
    await page.context().close();
  });

  it('R-4.5-04 stops a reply, keeps its text, and retries on request', async () => {
    const { page } = await shop.visit();
    await launcher(page).click();
    await ask(page, 'hang please');
    await log(page).getByText('Let me see').waitFor();
    await input(page).fill('Typed meanwhile');
    await input(page).press('Enter');
    await expect.poll(() => input(page).inputValue()).toBe('Typed meanwhile');
    await page.getByRole('button', { name: 'Stop' }).click();
    await log(page).getByText('Stopped.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    // The new reply takes the place of what there was.
    await log(page).getByText('Let me see').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await log(page).getByText('Stopped.').waitFor();
    await expect.poll(() => log(page).locator('.message.user').count()).toBe(1);
    await expect.poll(() => log(page).getByText('Let me see').count()).toBe(1);
    await page.context().close();
  });

  it('R-4.5-04 reports a failed reply and a lost connection, and retries', async () => {
    const { page } = await shop.visit();
    await launcher(page).click();
    await ask(page, 'fail please');
    await log(page).getByText('Something went wrong').waitFor();
    await page.route('**/chat/stream', (route) => route.abort());
    await ask(page, 'Are you there?');
    await log(page).getByText('The assistant cannot be reached').waitFor();
    await page.unroute('**/chat/stream');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Try again' }).click();
    await log(page).getByText('No connection. Check your network.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await announced(page, 'You said: Are you there?');
    expect(
      await log(page)
        .getByText(/No connection|cannot be reached/)
        .count(),
    ).toBe(0);
    await page.context().close();
  });

  it('R-4.5-04 counts down the seconds to wait after 429, then offers to try again', async () => {
    const { page, chatbotId } = await shop.visit({ prepare: (fresh) => fresh.clock.install() });
    await launcher(page).click();
    const readSecret = (): Promise<string | null> =>
      page.evaluate((id) => localStorage.getItem(`agent-chatbot:${id}:visitor`), chatbotId);
    await expect.poll(readSecret).not.toBeNull();
    const secret = await readSecret();
    const { origin } = shop.host;
    const session = await openVisitor(shop.server, { ...shop.server.shop, chatbotId }, secret ?? '', origin);
    const headers = { Authorization: `Bearer ${session.token}`, Origin: origin };
    for (let count = 0; count < 20; count++)
      await shop.server.fetch('/api/agents/chat/stream', { headers, body: {} });
    await ask(page, 'One more');
    await log(page)
      .getByText(/^Try again in \d+ s\.$/)
      .waitFor();
    const retry = page.getByRole('button', { name: 'Try again' });
    const seconds = async (): Promise<number> =>
      Number(/\d+/.exec((await log(page).locator('.note').textContent()) ?? ''));
    const before = await seconds();
    expect(await retry.isDisabled()).toBe(true);
    await page.clock.runFor(10_000);
    expect(await seconds()).toBeCloseTo(before - 10, -0.5);
    await page.clock.runFor(60_000);
    expect(await seconds()).toBe(0);
    expect(await retry.isEnabled()).toBe(true);
    await page.context().close();
  });

  it('R-4.5-06 renews an expired token without a notice', async () => {
    const { page } = await shop.visit();
    await launcher(page).click();
    await ask(page, 'Early');
    await announced(page, 'You said: Early');
    shop.advanceClock(16 * 60_000);
    const unauthorized = page.waitForResponse((response) => response.status() === 401);
    await ask(page, 'Late');
    await unauthorized;
    await announced(page, 'You said: Late');
    expect(await log(page).locator('.note').count()).toBe(0);
    await page.context().close();
  });

  it('R-4.5-06 renews a token before it expires, and keeps using it when the renewal fails', async () => {
    // It would ask whether a message may be left, which renews the token, too.
    const config = { leave_message: false };
    const { page } = await shop.visit({ config, prepare: (fresh) => fresh.clock.install() });
    await launcher(page).click();
    const reported = page.waitForResponse((response) => response.url().endsWith('/embed/events'));
    await page.clock.fastForward('00:05');
    await reported;
    const statuses: number[] = [];
    page.on('response', (response) => statuses.push(response.status()));
    let rejections = 0;
    await page.route('**/embed/session', (route) => {
      if (route.request().method() === 'OPTIONS') return route.continue();
      rejections += 1;
      return route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } });
    });
    // Only the page's clock moves: for the service the token is still new.
    await page.clock.fastForward('03:00:00');
    await ask(page, 'Still there?');
    await announced(page, 'You said: Still there?');
    expect(rejections).toBe(1);
    await page.unroute('**/embed/session');
    const renewed = page.waitForResponse(
      (response) => response.url().endsWith('/embed/session') && response.status() === 200,
    );
    await ask(page, 'And now?');
    await renewed;
    await announced(page, 'You said: And now?');
    expect(statuses).not.toContain(401);
    await page.context().close();
  });

  it('R-4.5-06 requests a session again after the service rejected one', async () => {
    const { page } = await shop.visit();
    await launcher(page).click();
    await page.route('**/embed/session', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      }),
    );
    shop.advanceClock(16 * 60_000);
    await ask(page, 'Late');
    await log(page).getByText('Something went wrong').waitFor();
    await page.unroute('**/embed/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await announced(page, 'You said: Late');
    await page.context().close();
  });

  it('R-2.3-15 shows suggested prompts as buttons that send them, and offers ConversationalAgent to the page', async () => {
    const { page } = await shop.visit({ config: { suggested_prompts: ['What is new?'] } });
    await launcher(page).waitFor();
    await page.evaluate(() => {
      const heard: string[] = ((globalThis as unknown as { heard: string[] }).heard = []);
      const { ConversationalAgent: chatbot } = globalThis as unknown as {
        ConversationalAgent: {
          on(signal: string, listener: (detail: string) => void): () => void;
          open(): void;
        };
      };
      for (const signal of ['open', 'close', 'message', 'reply'])
        chatbot.on(signal, (detail) => heard.push(`${signal} ${detail}`));
      chatbot.on('open', () => {
        throw new Error('a listener of the page');
      });
      chatbot.on('close', () => heard.push('never'))();
      chatbot.open();
    });
    await page.getByRole('button', { name: 'What is new?' }).click();
    await announced(page, 'You said: What is new?');
    await page.evaluate('ConversationalAgent.send("From the page")');
    await announced(page, 'You said: From the page');
    await page.evaluate('ConversationalAgent.close()');
    await page.locator('agent-chatbot [role=dialog]').waitFor({ state: 'hidden' });
    expect(await page.evaluate('heard')).toEqual([
      'open ',
      'message What is new?',
      'reply You said: What is new?',
      'message From the page',
      'reply You said: From the page',
      'close ',
    ]);
    await page.context().close();
  });
});
