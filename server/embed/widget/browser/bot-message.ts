import { element } from './element.ts';
import { renderMarkdown } from './markdown.ts';
import { productCards } from './product-cards.ts';
import type { Drawing } from './transcript.ts';
import type { ProductCard } from './types.ts';

/** A message of the agent: its text, then cards of products. */
export interface BotMessage {
  readonly node: HTMLElement;
  setText(text: string): void;
  setProducts(products: readonly ProductCard[]): void;
}

/**
 * Creates an empty message. What lists in the text say about products that have cards is folded below the cards: nobody
 * reads the same products twice, and nothing is lost.
 */
export function createBotMessage({ phrases, language, linkHosts }: Drawing): BotMessage {
  const bubble = element('div', { class: 'message bot' });
  const summary = element('summary', {}, phrases.details);
  const details = element('details', { class: 'message bot' });
  const node = element('div', { class: 'reply' });
  let titles: readonly string[] = [];
  let cards: HTMLElement | undefined;
  return {
    node,
    setText: (text) => {
      const rendered = renderMarkdown(text, linkHosts());
      const folded = takeListed(rendered, titles);
      bubble.replaceChildren(rendered);
      details.replaceChildren(summary, ...folded);
      if (bubble.textContent?.trim()) node.prepend(bubble);
      else bubble.remove();
      if (folded.length === 0) details.remove();
      else if (details.parentNode === null) cards?.after(details);
    },
    setProducts: (products) => {
      titles = products.map(({ title }) => title.toLowerCase());
      const old = cards;
      cards = products.length === 0 ? undefined : productCards(products, phrases, language);
      if (old !== undefined) old.replaceWith(...(cards === undefined ? [] : [cards]));
      else if (cards === undefined) return;
      else if (bubble.parentNode !== null) bubble.after(cards);
      else node.prepend(cards);
    },
  };
}

/** Takes the items that name one of the products out of the lists of a text, and returns them in lists. */
function takeListed(text: DocumentFragment, titles: readonly string[]): HTMLElement[] {
  return [...text.querySelectorAll<HTMLElement>(':scope > :is(ul,ol)')].flatMap((list) => {
    const items = [...list.children].filter((item) => {
      const words = item.textContent?.toLowerCase() ?? '';
      return titles.some((title) => words.includes(title));
    });
    if (items.length === 0) return [];
    const taken = list.cloneNode() as HTMLElement;
    taken.append(...items);
    if (list.children.length === 0) list.remove();
    return [taken];
  });
}
