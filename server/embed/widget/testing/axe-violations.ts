import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The axe violations of a page with its shadow roots: rule and elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))].join(" ")))',
  );
  return found as string[];
}
