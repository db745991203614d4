import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { sampleChatbot } from '../../testing/sample-records.ts';
import { axeViolations } from './testing/axe-violations.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('the look of the chatbot', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  const inside = (page: Page, selector: string) => page.locator(`agent-chatbot ${selector}`);
  const boxOf = async (page: Page, selector: string) => {
    const box = await inside(page, selector).boundingBox();
    if (box === null) throw new Error(`${selector} was not found`);
    return box;
  };
  /** The computed style of an element. */
  const styleOf = (page: Page, selector: string, name: string): Promise<string> =>
    page.evaluate(
      `getComputedStyle(document.querySelector('agent-chatbot').shadowRoot.querySelector('${selector}')).getPropertyValue('${name}')`,
    );
  const settled = (page: Page): Promise<unknown> =>
    page.evaluate(
      "Promise.all(document.querySelector('agent-chatbot').shadowRoot.getAnimations().map((a) => a.finished))",
    );
  const ask = async (page: Page, text: string, reply: string): Promise<void> => {
    await inside(page, 'textarea').fill(text);
    await inside(page, 'textarea').press('Enter');
    await inside(page, '[role=status]').getByText(reply).waitFor({ state: 'attached' });
  };

  const styles = ['rounded', 'square', 'pill'] as const;
  const positions = ['bottom-right', 'bottom-left'] as const;
  const looks = styles.flatMap((style) => positions.map((position) => [style, position] as const));
  it.each(looks)(
    'R-4.5-04 R-2.3-14 draws a %s bubble at the %s, as the shop configured it',
    async (style, position) => {
      const { page } = await shop.visit({
        config: {
          bubble_style: style,
          position,
          title: 'Ask us',
          subtitle: 'We are here',
          welcome_message: 'Welcome!',
        },
      });
      await inside(page, '.launcher').waitFor();
      await settled(page);
      const { x, y, width, height } = await boxOf(page, '.launcher');
      const { width: pageWidth, height: pageHeight } = page.viewportSize() ?? { width: 0, height: 0 };
      expect(Math.round(position === 'bottom-left' ? x : pageWidth - x - width)).toBe(20);
      expect(Math.round(pageHeight - y - height)).toBe(20);
      expect(await styleOf(page, '.launcher', 'background-color')).toBe('rgb(17, 34, 51)');
      const radius = parseFloat(await styleOf(page, '.launcher', 'border-top-left-radius'));
      if (style === 'square') expect(radius).toBeLessThan(10);
      else expect(radius).toBeGreaterThanOrEqual(height / 2);
      await inside(page, '.launcher-text').waitFor({ state: style === 'pill' ? 'visible' : 'hidden' });
      await inside(page, '.launcher').click();
      for (const text of ['Ask us', 'We are here', 'Welcome!', 'What is new?'])
        await inside(page, '.panel').getByText(text, { exact: true }).waitFor();
      expect(await styleOf(page, '.message.bot', 'background-color')).toBe('rgb(221, 221, 221)');
      await page.context().close();
    },
  );

  it('R-4.5-04 works with the keyboard alone, and returns the focus', async () => {
    const { page } = await shop.visit();
    await inside(page, '.launcher').waitFor();
    const focused = (): Promise<unknown> =>
      page.evaluate(`{
        const focused = document.activeElement?.shadowRoot?.activeElement;
        focused?.getAttribute('aria-label') ?? focused?.getAttribute('role');
      }`);
    for (let count = 0; count < 3 && !String(await focused()).startsWith('Open'); count++)
      await page.keyboard.press('Tab');
    expect(await focused()).toBe('Open chat: Shop');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Write a message');
    await expect.poll(() => inside(page, '.launcher').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.type('By hand');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('in two lines');
    await page.keyboard.press('Enter');
    await inside(page, '[role=status]').getByText('in two lines').waitFor({ state: 'attached' });
    const seen = new Set<unknown>();
    for (let count = 0; count < 8; count++) {
      await page.keyboard.press('Shift+Tab');
      seen.add(await focused());
    }
    for (const name of ['log', 'New conversation']) expect(seen).toContain(name);
    await inside(page, '.send').focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Close chat: Shop');
    await inside(page, 'textarea').focus();
    await page.keyboard.press('Escape');
    await inside(page, '.panel').waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Open chat: Shop');
    await expect.poll(() => inside(page, '.launcher').getAttribute('aria-expanded')).toBe('false');
    await page.context().close();
  });

  it('R-4.5-04 has no axe violation when closed, open, after a reply and after a failure', async () => {
    const { page } = await shop.visit({ config: { subtitle: 'We are here' } });
    await inside(page, '.launcher').waitFor();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await inside(page, '.launcher').click();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await ask(page, 'A lamp', 'Here is one');
    await ask(page, 'fail please', 'Something went wrong');
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('R-4.5-04 announces a finished reply once, and not its parts', async () => {
    const { page } = await shop.visit();
    await inside(page, '.launcher').click();
    await expect.poll(() => inside(page, '.log').getAttribute('role')).toBe('log');
    await expect.poll(() => inside(page, '.log').getAttribute('aria-live')).toBe('off');
    await page.evaluate(`{
      globalThis.announced = [];
      const status = document.querySelector('agent-chatbot').shadowRoot.querySelector('[role=status]');
      new MutationObserver(() => status.textContent && announced.push(status.textContent))
        .observe(status, { childList: true, characterData: true, subtree: true });
    }`);
    await ask(page, 'A lamp', 'Here is one for you.');
    expect(await page.evaluate('announced')).toEqual(['One moment. Here is one for you.']);
    await page.context().close();
  });

  it('R-4.5-04 corrects a theme without contrast', async () => {
    const grey = '#888888';
    const { page } = await shop.visit({
      config: {
        theme: {
          primary_color: '#ffff00',
          background_color: grey,
          text_color: grey,
          user_message_color: '#777777',
          bot_message_color: 'not a colour',
        },
      },
    });
    await inside(page, '.launcher').click();
    await ask(page, 'A lamp', 'Here is one');
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await styleOf(page, '.launcher', 'color')).toBe('rgb(0, 0, 0)');
    await page.context().close();
  });

  it('R-4.5-04 fits a small phone, and the input does not make it zoom', async () => {
    const viewport = { width: 320, height: 568 };
    const { page } = await shop.visit({
      context: { viewport, hasTouch: true, isMobile: true },
      config: {
        title: 'A shop with quite a long name, longer than a phone is wide',
        welcome_message: 'w'.repeat(400),
      },
    });
    await inside(page, '.launcher').click();
    await ask(page, 'A lamp', 'Here is one');
    await ask(page, 'x'.repeat(300), 'You said');
    await settled(page);
    expect(await boxOf(page, '.panel')).toEqual({ x: 0, y: 0, ...viewport });
    expect(parseFloat(await styleOf(page, 'textarea', 'font-size'))).toBeGreaterThanOrEqual(16);
    const overflow =
      "(() => { const log = document.querySelector('agent-chatbot').shadowRoot.querySelector('.log'); return [log.scrollWidth - log.clientWidth, document.documentElement.scrollWidth - innerWidth]; })()";
    expect(await page.evaluate(overflow)).toEqual([0, 0]);
    for (const name of ['Close chat', 'Send']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    }
    await page.context().close();
  });

  it('R-4.5-04 on a phone keeps Tab in the dialog, and does not open on the next page', async () => {
    const { page } = await shop.visit({ context: { viewport: { width: 360, height: 640 } } });
    await inside(page, '.launcher').click();
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.localName');
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let count = 0; count < 9; count++) {
        await page.keyboard.press(key);
        expect(await focused()).toBe('agent-chatbot');
      }
    }
    await page.reload();
    await inside(page, '.launcher').waitFor();
    await inside(page, '.panel').waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('R-4.5-04 is dark with a dark theme, and its input grows with the text', async () => {
    const { theme } = sampleChatbot('', '').config;
    const dark = { ...theme, background_color: '#14171c', text_color: '#e6e9ee' };
    const { page } = await shop.visit({ config: { theme: dark } });
    await inside(page, '.launcher').click();
    expect(await styleOf(page, '.panel', 'color-scheme')).toBe('dark');
    const before = await boxOf(page, 'textarea');
    await inside(page, 'textarea').fill('one\ntwo\nthree');
    expect((await boxOf(page, 'textarea')).height).toBeGreaterThan(before.height + 20);
    await page.context().close();
  });

  it('R-4.5-04 uses the language of the tag, and right to left for Arabic', async () => {
    const { page } = await shop.visit({ attributes: 'data-lang="ar"' });
    await inside(page, '.launcher').click();
    expect(await styleOf(page, '.panel', 'direction')).toBe('rtl');
    await expect
      .poll(() => inside(page, 'textarea').getAttribute('placeholder'))
      .toMatch(/\p{Script=Arabic}/u);
    await inside(page, 'textarea').fill('مرحبا');
    await inside(page, 'textarea').press('Enter');
    await inside(page, '.message.user').waitFor();
    const [user, log] = [await boxOf(page, '.message.user'), await boxOf(page, '.log')];
    expect(user.x - log.x).toBeLessThan(log.width / 2 - 40);
    await inside(page, '[role=status]').getByText('You said').waitFor({ state: 'attached' });
    // The reply is in English: its full stop stays on the right.
    expect(await styleOf(page, '.message.bot p', 'unicode-bidi')).toBe('plaintext');
    await ask(page, 'Say\n1. One', 'One');
    expect(await styleOf(page, '.message.bot ol', 'direction')).toBe('ltr');
    const { x, width } = await boxOf(page, '.panel');
    expect(Math.round((page.viewportSize()?.width ?? 0) - x - width)).toBe(20);
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('R-4.5-04 respects reduced motion, and shows borders in forced colours', async () => {
    const { page } = await shop.visit({ context: { reducedMotion: 'reduce', forcedColors: 'active' } });
    await inside(page, '.launcher').click();
    await inside(page, 'textarea').fill('hang please');
    await inside(page, 'textarea').press('Enter');
    await inside(page, '.activity').waitFor({ state: 'attached' });
    expect(
      await page.evaluate("document.querySelector('agent-chatbot').shadowRoot.getAnimations().length"),
    ).toBe(0);
    for (const part of ['.message.bot', '.panel', '.launcher', '.send', '.activity'])
      expect(await styleOf(page, part, 'border-top-color'), part).not.toBe(
        await styleOf(page, part, 'background-color'),
      );
    await page.context().close();
  });

  it('R-4.5-04 isolates its styles from those of the page', async () => {
    const pageStyles =
      '<style>*{color:red!important;display:block;font-size:40px!important}button{width:900px!important}</style>';
    const html = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1></main>SCRIPT</body></html>`;
    const { page } = await shop.visit({
      html,
      prepare: (fresh) =>
        fresh.addInitScript(
          `addEventListener('DOMContentLoaded', () => document.head.insertAdjacentHTML('beforeend', ${JSON.stringify(pageStyles)}))`,
        ),
    });
    await inside(page, '.launcher').waitFor();
    await settled(page);
    expect(await boxOf(page, '.launcher')).toMatchObject({ width: 56, height: 56 });
    expect(await styleOf(page, '.launcher', 'color')).toBe('rgb(255, 255, 255)');
    await page.context().close();
  });
});
