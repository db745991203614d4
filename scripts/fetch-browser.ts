import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { browserPath } from '../server/testing/browser.ts';

// Before the tests: where the machine has no browser for those of the widget, fetches Chromium, once. Without a network
// the tests go on without it, and in CI they say that it is missing.
if (browserPath(process.env) === undefined) {
  console.error('No browser for the tests of the widget: fetching Chromium ...');
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  // Root may add the system's libraries too.
  const libraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
  spawnSync(
    process.execPath,
    [join(playwright, 'cli.js'), 'install', ...libraries, '--no-shell', 'chromium'],
    { stdio: ['ignore', 2, 2], timeout: 5 * 60_000 },
  );
}
