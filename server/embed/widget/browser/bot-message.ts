import { element } from './element.ts';
import { renderMarkdown } from './markdown.ts';
import { type CardDrawing, productCards } from './product-cards.ts';
import type { ProductCard } from './types.ts';

/** What messages are drawn with. */
export interface Drawing extends CardDrawing {
  linkHosts(): readonly string[];
}

/** A message of the agent: text, cards of products, and what the text says after it has listed them. */
export interface BotMessage {
  readonly node: HTMLElement;
  setText(text: string): void;
  setProducts(products: readonly ProductCard[]): void;
}

/**
 * Creates an empty message. What lists in the text say about products that have cards is folded below the cards: nobody
 * reads the same products twice, and nothing is lost.
 */
export function createBotMessage(drawing: Drawing): BotMessage {
  const { phrases, linkHosts } = drawing;
  const before = element('div', { class: 'message bot' });
  const after = element('div', { class: 'message bot' });
  const summary = element('summary', {}, phrases.details);
  const details = element('details', {}, summary);
  const node = element('div', { class: 'reply' });
  let titles: readonly string[] = [];
  let cards: HTMLElement | undefined;
  const arrange = (): void => {
    let next = node.firstChild;
    for (const part of [before, cards, after]) {
      const isEmpty = !part?.textContent?.trim();
      // Cards that are moved lose their position and the focus.
      if (part === next) next = next?.nextSibling ?? null;
      else if (part !== undefined && !isEmpty) node.insertBefore(part, next);
      if (isEmpty) part?.remove();
    }
  };
  return {
    node,
    setText: (text) => {
      const rendered = renderMarkdown(text, linkHosts());
      const blocks = [...rendered.children];
      const start = blocks.findIndex((block) => namesOne(block, titles));
      const later = start < 0 ? [] : blocks.splice(start);
      details.replaceChildren(summary, ...later.flatMap((block) => takeListed(block, titles)));
      before.replaceChildren(...blocks);
      after.replaceChildren(...(later.length > 0 ? [details] : []), ...later.filter(hasContent));
      arrange();
    },
    setProducts: (products) => {
      titles = products.map(({ title }) => title.toLowerCase());
      cards?.remove();
      cards = products.length === 0 ? undefined : productCards(products, drawing);
      arrange();
    },
  };
}

/** Whether a block is a list, or an item of one, that names a product. */
function namesOne(block: Element, titles: readonly string[]): boolean {
  const text = block.textContent?.toLowerCase() ?? '';
  return /^(?:UL|OL|LI)$/.test(block.tagName) && titles.some((title) => text.includes(title));
}

/** Takes the items that name a product out of a list, and returns them in a list of their own. */
function takeListed(block: Element, titles: readonly string[]): Element[] {
  const items = [...block.children].filter((item) => namesOne(item, titles));
  if (items.length === 0) return [];
  const taken = block.cloneNode() as Element;
  taken.append(...items);
  return [taken];
}

function hasContent(block: Element): boolean {
  return block.hasChildNodes();
}
