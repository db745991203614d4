import type { Phrases } from './phrases.ts';
import type { Entry, ProductCard, WidgetConfig } from './types.ts';

/** A button, and the message that it sends. */
export interface FollowUp {
  readonly label: string;
  readonly message: string;
}

interface FollowUpParts {
  readonly widget: WidgetConfig;
  readonly phrases: Phrases;
  /** The tag, such as `pt-BR`. */
  readonly language: string;
}

const maxFollowUps = 3;
const maxCompared = 3;
/** What shops call the option of sizes, in the languages of the widget. */
const sizeName = /size|größe|taille|talla|taglia|tamanho|maat|rozmiar|beden|サイズ|尺码|尺寸|مقاس|מידה/i;

/**
 * What a shopper may ask next: of a new conversation all prompts of the shop; after a reply what its products suggest, then
 * prompts of the shop. Never what was asked already.
 */
export function followUps(
  { widget, phrases, language }: FollowUpParts,
  entries: readonly Entry[],
): FollowUp[] {
  const last = entries.at(-1);
  const asked = new Set(entries.map(({ text }) => normalized(text)));
  const made = last?.products === undefined ? [] : aboutProducts(last.products, phrases, language);
  const prompts = widget.config.suggested_prompts.map((prompt) => ({ label: prompt, message: prompt }));
  const others = [...made, ...prompts].filter(({ message }) => !asked.has(normalized(message)));
  return last === undefined ? others : others.slice(0, maxFollowUps);
}

function aboutProducts(products: readonly ProductCard[], phrases: Phrases, language: string): FollowUp[] {
  const [first] = products;
  if (first === undefined) return [];
  const { title } = first;
  const offered: FollowUp[] = [];
  const titles = products.slice(0, maxCompared).map((product) => product.title);
  if (titles.length > 1) {
    const list = new Intl.ListFormat(language).format(titles);
    offered.push({ label: phrases.compare, message: phrases.compareAll.replace('{titles}', () => list) });
  }
  if (products.length === 1 && hasSizes(first))
    offered.push({ label: phrases.sizes, message: phrases.sizesOf.replace('{title}', () => title) });
  offered.push({ label: phrases.cheaper, message: phrases.cheaperThan.replace('{title}', () => title) });
  return offered;
}

function hasSizes({ variants = [] }: ProductCard): boolean {
  const names = new Set(variants.flatMap(({ options }) => Object.keys(options)));
  return variants.length > 1 && [...names].some((name) => sizeName.test(name));
}

function normalized(text: string): string {
  return text.trim().toLowerCase();
}
