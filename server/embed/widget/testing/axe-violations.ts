import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on a page, shadow roots included: rule and parts, empty when it is clean. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))].join(" ")))',
  );
  return found as string[];
}
