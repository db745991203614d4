import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';
import { feedHostileData } from './testing/feed-hostile-data.ts';
import { hostileTexts } from './testing/hostile-texts.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('the widget with hostile data', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  it('R-4.5-04 executes none of 500 texts in configuration fields, replies and products', async () => {
    expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(500);
    // The page has no Content Security Policy and no Trusted Types: only the widget prevents execution.
    const { page } = await shop.visit();
    await page.locator('agent-chatbot .launcher').waitFor();
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.evaluate(
      'globalThis.ran = []; globalThis.alert = globalThis.pwn = (what) => ran.push(String(what))',
    );
    // The same text as markup is executed, so this test can fail.
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=pwn(0)>')`);
    await expect.poll(() => page.evaluate('ran.length')).toBe(1);
    const found = await page.evaluate(`(${feedHostileData})(${JSON.stringify(hostileTexts)})`);
    expect(found).toEqual({ drawn: 100, cards: expect.any(Number), suspicious: [] });
    expect((found as { cards: number }).cards).toBeGreaterThanOrEqual(500);
    expect(await page.evaluate('ran')).toEqual(['0']);
    await page.context().close();
  });
});
