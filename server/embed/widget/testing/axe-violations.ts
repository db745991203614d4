import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The axe violations of a page with its shadow roots, or of what a selector matches: rule and elements. */
export async function axeViolations(page: Page, selector?: string): Promise<string[]> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source);
  // Without `resultTypes`, axe describes every element that passes, too.
  const run = `axe.run(${selector === undefined ? 'document' : JSON.stringify(selector)}, { resultTypes: ['violations'] })`;
  const found = await page.evaluate(
    `${run}.then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))].join(" ")))`,
  );
  return found as string[];
}
