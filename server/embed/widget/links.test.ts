import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop, type VisitOptions } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)("a link in the agent's text", () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  /** The reply to a message: the model repeats it. */
  const replyTo = async (message: string, options?: VisitOptions): Promise<[Page, Locator]> => {
    const { page } = await shop.visit(options);
    await page.locator('agent-chatbot .launcher').click();
    await page.locator('agent-chatbot textarea').fill(message);
    await page.locator('agent-chatbot textarea').press('Enter');
    await page.locator('agent-chatbot [role=status]').getByText('You said: ').waitFor({ state: 'attached' });
    return [page, page.locator('agent-chatbot .message.bot').last()];
  };

  it('R-4.5-04 shows where it leads, and what a screen reader announces does, too', async () => {
    const links = {
      '[Offers](https://evil.example/shop.example)': 'Offers (evil.example)',
      '[shop.example](https://evil.example:8443/)': 'shop.example (evil.example:8443)',
      '[https://shop.example](https://evil.example/)': 'https://shop.example (evil.example)',
      'https://shop.example@evil.example/a': 'https://shop.example@evil.example/a (evil.example)',
      // The first letter is Cyrillic.
      '[Log in](https://аpple.com/)': 'Log in (xn--pple-43d.com)',
      'https://аpple.com/': 'https://аpple.com/ (xn--pple-43d.com)',
      '[shop.example](https://shop.example/a)': 'shop.example',
      'https://shop.example/a?b=1': 'https://shop.example/a?b=1',
      '[Write us](mailto:us@shop.example?bcc=them@evil.example)': 'Write us (us@shop.example)',
    };
    const [page, reply] = await replyTo(Object.keys(links).join(' ; '));
    const shown = Object.values(links);
    await expect.poll(() => reply.locator('a').allInnerTexts()).toEqual(shown);
    for (const anchor of await reply.locator('a').all()) {
      await expect.poll(() => anchor.getAttribute('target')).toBe('_blank');
      await expect.poll(() => anchor.getAttribute('rel')).toMatch(/\bnoopener noreferrer\b/);
      expect(await anchor.getAttribute('href')).not.toContain('@evil.example');
    }
    const announced = await page.locator('agent-chatbot [role=status]').textContent();
    expect(announced).toBe(`You said: ${shown.join(' ; ')}`);
    await page.context().close();
  });

  it('R-4.5-04 keeps its host readable beside text that is written backwards', async () => {
    const [page, reply] = await replyTo('[a\u202Eb](https://evil.example/)');
    const host = reply.locator('a bdi');
    await expect.poll(() => host.innerText()).toBe('(evil.example)');
    const style = await page.evaluate(`{
      const { shadowRoot } = document.querySelector('agent-chatbot');
      const { direction, unicodeBidi } = getComputedStyle(shadowRoot.querySelector('.message bdi'));
      [direction, unicodeBidi];
    }`);
    expect(style).toEqual(['ltr', 'isolate']);
    await page.context().close();
  });

  it('R-4.5-04 breaks a long address after its parts, and stays the same address', async () => {
    const url =
      'https://shop.example/a-guide-to-materials/waterproof-membranes/washing?lang=en&section=proofing';
    const [page, reply] = await replyTo(url);
    const anchor = reply.locator('a');
    await expect.poll(() => anchor.getAttribute('href')).toBe(url);
    await expect.poll(() => anchor.textContent()).toBe(url);
    // The text of each line, by the place of its characters.
    const lines = (await page.evaluate(`{
      const { shadowRoot } = document.querySelector('agent-chatbot');
      const lines = new Map();
      for (const text of [...shadowRoot.querySelectorAll('.message.bot a')].at(-1).childNodes) {
        for (let at = 0; at < (text.data ?? '').length; at += 1) {
          const range = new Range();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const { top } = range.getBoundingClientRect();
          lines.set(top, (lines.get(top) ?? '') + text.data[at]);
        }
      }
      [...lines.values()];
    }`)) as string[];
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('')).toBe(url);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/[/?&=#.-]$/);
    await page.context().close();
  });

  it('R-4.5-04 of the same shop opens in the same tab', async () => {
    const url = shop.host.add({ html: '<!doctype html><title>Door</title>' });
    const [page, reply] = await replyTo(`[Door](${url})`);
    await reply.locator('a').click();
    await page.waitForURL(url);
    expect(page.context().pages()).toHaveLength(1);
    await page.context().close();
  });

  it('R-4.5-04 of another site opens a tab that cannot reach the shop page', async () => {
    const url = `${shop.server.service.baseUrl}/embed/chatbot.js`;
    const [page, reply] = await replyTo(`[Door](${url})`);
    const opened = page.context().waitForEvent('page');
    await reply.locator('a').click();
    const tab = await opened;
    await tab.waitForURL(url);
    expect(await tab.evaluate('[window.opener, document.referrer]')).toEqual([null, '']);
    await page.context().close();
  });

  it('R-4.5-04 is text with its address when the operator lists other hosts, unlike that of a product card', async () => {
    const listed = { link_hosts: ['shop.example', 'help.shop.example:8443'] };
    const lines = [
      '[Door](https://shop.example/door)',
      '[Help](https://help.shop.example:8443/)',
      '[Sale](https://evil.example/sale)',
      '[shop.example](https://shop.example.evil.example/)',
      '[Other port](https://shop.example:444/)',
      'https://evil.example/x',
      '[Write us](mailto:us@shop.example)',
    ];
    const [page, reply] = await replyTo(lines.join(' ; '), listed);
    const shown = [
      'Door (shop.example)',
      'Help (help.shop.example:8443)',
      'Sale (https://evil.example/sale)',
      'shop.example (https://shop.example.evil.example/)',
      'Other port (https://shop.example:444/)',
      'https://evil.example/x',
      'Write us (us@shop.example)',
    ];
    await expect.poll(() => reply.innerText()).toBe(`You said: ${shown.join(' ; ')}`);
    await expect.poll(() => reply.locator('a').allInnerTexts()).toEqual(shown.slice(0, 2));
    await page.locator('agent-chatbot textarea').fill('A lamp');
    await page.locator('agent-chatbot textarea').press('Enter');
    const card = page.locator('agent-chatbot .card a');
    await expect.poll(() => card.getAttribute('href')).toBe(`${shop.host.origin}/lamp`);
    await page.context().close();
  });
});
