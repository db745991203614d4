import { expect, it } from 'vitest';
import { findBrowser } from './browser.ts';

it('a browser is taken from where it is named, then from where systems have it', () => {
  expect(findBrowser({ CHROMIUM_PATH: '/opt/chromium' }, () => true)).toBe('/opt/chromium');
  expect(findBrowser({}, (path) => path === '/usr/bin/chromium')).toBe('/usr/bin/chromium');
});

it('without a browser tests are skipped with a word, and in CI they fail', () => {
  expect(findBrowser({}, () => false)).toBeUndefined();
  expect(() => findBrowser({ CI: 'true' }, () => false)).toThrow(/apt-get install chromium/);
});
