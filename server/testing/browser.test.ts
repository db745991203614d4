import { expect, it } from 'vitest';
import { findBrowser } from './browser.ts';

it('findBrowser prefers CHROMIUM_PATH to the paths of the system', () => {
  expect(findBrowser({ CHROMIUM_PATH: '/opt/chromium' }, () => true)).toBe('/opt/chromium');
  expect(findBrowser({}, (path) => path === '/usr/bin/chromium')).toBe('/usr/bin/chromium');
});

it('findBrowser returns undefined without a browser, and throws in CI', () => {
  expect(findBrowser({}, () => false)).toBeUndefined();
  expect(() => findBrowser({ CI: 'true' }, () => false)).toThrow(/apt-get install chromium-headless-shell/);
});
