import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { sampleChatbot } from '../../testing/sample-records.ts';
import { axeViolations } from './testing/axe-violations.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('the states of the widget', () => {
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
  const styleOf = (page: Page, selector: string, name: string): Promise<string> =>
    page.evaluate(
      `getComputedStyle(document.querySelector('agent-chatbot').shadowRoot.querySelector('${selector}')).getPropertyValue('${name}')`,
    );

  it.each([
    ['a phone on its side', { width: 667, height: 375 }],
    ['a small phone on its side', { width: 568, height: 320 }],
    ['a zoom of 200 %', { width: 640, height: 360 }],
    ['a phone', { width: 360, height: 640 }],
  ])('R-4.5-04 leaves the conversation 60 %% of the height on %s', async (_name, viewport) => {
    const { page } = await shop.visit({
      context: { viewport },
      config: { subtitle: 'We are here', avatar_url: 'https://shop.example/logo.png' },
    });
    await inside(page, '.launcher').click();
    const box = await inside(page, '.log').boundingBox();
    expect((box?.height ?? 0) / viewport.height).toBeGreaterThanOrEqual(0.6);
    await inside(page, '.notice').waitFor();
    await page.context().close();
  });

  it('R-4.5-04 has a bubble that turns into a close button', async () => {
    const { page } = await shop.visit();
    const launcher = inside(page, '.launcher');
    await launcher.waitFor();
    const icon = await launcher.locator('path').getAttribute('d');
    await launcher.click();
    await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Close chat: Shop');
    await expect.poll(() => page.getByRole('button', { name: /^Close/ }).count()).toBe(1);
    expect(await launcher.locator('path').getAttribute('d')).not.toBe(icon);
    await launcher.click();
    await inside(page, '.panel').waitFor({ state: 'hidden' });
    await expect.poll(() => launcher.locator('path').getAttribute('d')).toBe(icon);
    await page.context().close();
  });

  it('R-4.5-04 on a phone ends above the on-screen keyboard, with the last message in view, and closes in its header', async () => {
    const viewport = { width: 360, height: 640 };
    const { page } = await shop.visit({
      context: { viewport, hasTouch: true, isMobile: true },
      // Chromium without a screen has no keyboard: the page reports the viewport that one leaves.
      prepare: (fresh) =>
        fresh.addInitScript(
          'Object.defineProperty(window, "visualViewport", { value: Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: 640 }) })',
        ),
    });
    await inside(page, '.launcher').click();
    await expect.poll(() => page.getByRole('button', { name: /^Close/ }).allInnerTexts()).toEqual(['']);
    for (const text of ['One', 'Two', 'Three', 'Four']) {
      await ask(page, text);
      await inside(page, '[role=status]').getByText(`You said: ${text}`).waitFor({ state: 'attached' });
    }
    const change = (values: object): Promise<unknown> =>
      page.evaluate(
        `Object.assign(visualViewport, ${JSON.stringify(values)}).dispatchEvent(new Event('resize'))`,
      );
    const boxOf = async (selector: string) => {
      const { y = 0, height = 0 } = (await inside(page, selector).boundingBox()) ?? {};
      return [y, y + height];
    };
    await change({ offsetTop: 120, height: 340 });
    expect(await boxOf('.panel')).toEqual([120, 460]);
    await expect.poll(async () => (await boxOf('.thumbs'))[1]).toBeLessThan((await boxOf('.form'))[0] ?? 0);
    // Zooming in with two fingers is not a keyboard.
    await change({ scale: 2, offsetTop: 200, height: 320 });
    expect(await boxOf('.panel')).toEqual([120, 460]);
    await change({ scale: 1, offsetTop: 0, height: 640 });
    expect(await boxOf('.panel')).toEqual([0, 640]);
    await page.context().close();
  });

  it('R-4.5-04 marks a reply that came while the chat was closed, on the next page, too', async () => {
    const { page } = await shop.visit();
    const closed = Promise.withResolvers<void>();
    await page.route('**/chat/stream', async (route) => {
      await closed.promise;
      await route.continue();
    });
    await inside(page, '.launcher').click();
    await ask(page, 'Hello');
    await inside(page, '.launcher').click();
    closed.resolve();
    await inside(page, '.is-unread .unread').waitFor();
    await expect
      .poll(() => inside(page, '.launcher').getAttribute('aria-label'))
      .toBe('Open chat: Shop. New message');
    await page.reload();
    await inside(page, '.is-unread .unread').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await inside(page, '.launcher').click();
    await inside(page, '.unread').waitFor({ state: 'hidden' });
    await inside(page, '.log').getByText('You said: Hello').waitFor();
    await page.context().close();
  });

  it('R-4.5-04 asks before a new conversation deletes the present one', async () => {
    const { page } = await shop.visit();
    await inside(page, '.launcher').click();
    const restart = page.getByRole('button', { name: 'New conversation' });
    await restart.click();
    await inside(page, '.confirm').waitFor({ state: 'hidden' });
    await ask(page, 'Hello');
    await inside(page, '[role=status]').getByText('You said: Hello').waitFor({ state: 'attached' });
    await restart.click();
    await page.getByRole('alertdialog', { name: 'Delete this conversation?' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await inside(page, '.panel').waitFor();
    await expect.poll(() => inside(page, '.message.user').count()).toBe(1);
    await restart.click();
    await page.keyboard.press('Enter');
    await expect.poll(() => inside(page, '.message.user').count()).toBe(1);
    await restart.click();
    await inside(page, '.confirm').getByRole('button', { name: 'New conversation' }).click();
    expect(await inside(page, '.message.user').count()).toBe(0);
    await expect.poll(() => inside(page, '.prompts button').count()).toBe(1);
    await page.context().close();
  });

  it('R-4.5-04 shows all prompts of a new conversation, within the window', async () => {
    const suggested_prompts = Array.from({ length: 8 }, (_, at) => `What do you have for day ${at + 1}?`);
    const { page } = await shop.visit({ config: { suggested_prompts } });
    await inside(page, '.launcher').click();
    const buttons = inside(page, '.prompts button');
    await expect.poll(() => buttons.allInnerTexts()).toEqual(suggested_prompts);
    const log = await inside(page, '.log').boundingBox();
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(log?.x ?? Infinity);
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual((log?.x ?? 0) + (log?.width ?? 0));
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(
        (log?.y ?? 0) + (log?.height ?? 0),
      );
    }
    await page.context().close();
  });

  it("R-4.5-04 has the shopper's messages in the theme's primary colour where they have that", async () => {
    const { theme } = sampleChatbot('', '').config;
    const config = { theme: { ...theme, primary_color: '#7a1f5f', user_message_color: '#7a1f5f' } };
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await shop.visit({ config, context: { colorScheme } });
      await inside(page, '.launcher').click();
      await ask(page, 'Hello');
      await inside(page, '.message.user').waitFor();
      expect(await styleOf(page, '.message.user', 'background-color')).toBe('rgb(122, 31, 95)');
      expect(await styleOf(page, '.message.user', 'color')).toBe('rgb(255, 255, 255)');
      await page.context().close();
    }
  });

  it('R-4.5-04 suggests prompts that were not asked after a reply', async () => {
    const suggested_prompts = ['One', 'Two', 'Three', 'Four', 'Five'];
    const { page } = await shop.visit({ config: { suggested_prompts } });
    await inside(page, '.launcher').click();
    await page.getByRole('button', { name: 'Two' }).click();
    await inside(page, '[role=status]').getByText('You said: Two').waitFor({ state: 'attached' });
    await expect
      .poll(() => inside(page, '.prompts button').allInnerTexts())
      .toEqual(['One', 'Three', 'Four']);
    await page.context().close();
  });

  it('R-4.5-04 is dark on a dark device, with readable text, unless the shop chose its own colours always', async () => {
    const { page } = await shop.visit({ context: { colorScheme: 'dark' } });
    await inside(page, '.launcher').click();
    await ask(page, 'A lamp');
    await inside(page, '.card').waitFor();
    expect(await styleOf(page, '.panel', 'background-color')).toBe('rgb(23, 25, 28)');
    expect(await styleOf(page, '.launcher', 'background-color')).toBe('rgb(17, 34, 51)');
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
    const { page: light } = await shop.visit({
      context: { colorScheme: 'dark' },
      config: { dark_mode: false, ai_notice: false },
    });
    await inside(light, '.launcher').click();
    expect(await styleOf(light, '.panel', 'background-color')).toBe('rgb(255, 255, 255)');
    await inside(light, '.notice').waitFor({ state: 'hidden' });
    await light.context().close();
  });

  it('R-4.5-04 shows the picture of the shop in the header', async () => {
    const { page } = await shop.visit({
      config: { avatar_url: 'https://shop.example/logo.svg' },
      prepare: (fresh) =>
        fresh.route('https://shop.example/logo.svg', (route) =>
          route.fulfill({
            contentType: 'image/svg+xml',
            body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
          }),
        ),
    });
    await inside(page, '.launcher').click();
    // The panel grows while it opens.
    const box = () => inside(page, '.avatar').boundingBox();
    await expect.poll(box).toMatchObject({ width: 40, height: 40 });
    await page.context().close();
  });

  it('R-4.5-04 renders tables, code, quotes and lists within lists', async () => {
    const { page } = await shop.visit();
    await inside(page, '.launcher').click();
    const lines = [
      'this:',
      '| Lamp | Price |',
      '|---|--:|',
      '| Brass | **$45** |',
      '',
      '> As they say',
      '',
      '1. One',
      '   - within',
      '',
      '2. Two',
      '',
      '```',
      '1 | 2 <b>',
      '```',
    ];
    await ask(page, lines.join('\n'));
    const reply = inside(page, '.reply .message.bot').last();
    await reply.locator('pre').waitFor();
    await expect.poll(() => reply.locator('th').allInnerTexts()).toEqual(['Lamp', 'Price']);
    await expect.poll(() => reply.locator('td strong').innerText()).toBe('$45');
    await expect.poll(() => reply.locator('blockquote p').innerText()).toBe('As they say');
    await expect.poll(() => reply.locator('ol > li').count()).toBe(2);
    await expect.poll(() => reply.locator('ol > li > ul > li').innerText()).toBe('within');
    await expect.poll(() => reply.locator('pre').innerText()).toBe('1 | 2 <b>');
    const announced = await inside(page, '[role=status]').textContent();
    expect(announced).toBe(
      'You said: this:\nLamp Price\nBrass $45\nAs they say\nOne\nwithin\nTwo\n1 | 2 <b>',
    );
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('R-4.5-04 is opened by elements of the page that ask something', async () => {
    const html =
      '<!doctype html><html lang="en"><title>Shop</title><body><main><button data-chatbot-ask="Is it warm?" hidden>Ask</button></main>SCRIPT';
    const { page } = await shop.visit({ html });
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await inside(page, '.log').getByText('You said: Is it warm?').waitFor();
    await page.context().close();
  });

  it('R-4.5-03 appears when the service is up again, with one line in the console before', async () => {
    let isDown = true;
    const { page, warnings } = await shop.visit({
      prepare: async (fresh) => {
        await fresh.clock.install();
        await fresh.route('**/embed/session', (route) => (isDown ? route.abort() : route.continue()));
      },
    });
    await expect.poll(() => warnings.length).toBe(1);
    expect(warnings[0]).toBe(
      `The chatbot is not shown: ${shop.server.service.baseUrl} is down; trying again.`,
    );
    isDown = false;
    await page.clock.fastForward(5_000);
    await inside(page, '.launcher').waitFor();
    expect(warnings).toHaveLength(1);
    await page.context().close();
  });
});
