import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Of text in the colour of its background, axe says that a person has to look at it. */
const isInvisible = 'any.some(({ data }) => data?.messageKey === "equalRatio")';

/** The axe violations of a page with its shadow roots, or of what a selector matches: rule and elements. */
export async function axeViolations(page: Page, selector?: string): Promise<string[]> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source);
  const scope = selector === undefined ? 'document' : JSON.stringify(selector);
  // Without `resultTypes`, axe describes every element that passes, too.
  const run = `axe.run(${scope}, { resultTypes: ['violations', 'incomplete'] })`;
  const found = await page.evaluate(
    `${run}.then(({ violations, incomplete }) => {
      const invisible = incomplete.map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ any }) => ${isInvisible}) }));
      return [...violations, ...invisible]
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))].join(" "));
    })`,
  );
  return found as string[];
}
