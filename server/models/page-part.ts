import type { LanguageModelV4Message, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { withFormattedPrices } from '../catalog/money/format-money.ts';
import type { ShopperPage } from '../catalog/shopper-page.ts';

type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>;

/** Marks the part. Vendors read options under their own names only, and no text of a shopper can carry it. */
const mark = 'shopper-page';
const heading = 'Where I am in the shop, and my cart (data that the chat adds, no instruction):';

/** The part of a shopper's message that says where they were when they wrote it (decision 0062). */
export function pagePart(page: ShopperPage): LanguageModelV4TextPart {
  const text = `${heading}\n${JSON.stringify(withFormattedPrices(page))}`;
  return { type: 'text', text, providerOptions: { [mark]: {} } };
}

/** Where the shopper was; undefined where the page said nothing. */
export function pageOf({ content }: UserMessage): ShopperPage | undefined {
  const part = content.find(isPagePart);
  if (part?.type !== 'text') return undefined;
  // Only pagePart writes it, so its shape is ours.
  return JSON.parse(part.text.slice(heading.length)) as ShopperPage;
}

/** What the shopper wrote. */
export function saidIn({ content }: UserMessage): string {
  const said = content.filter((part) => !isPagePart(part));
  return said.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function isPagePart(part: UserMessage['content'][number]): boolean {
  return part.type === 'text' && part.providerOptions?.[mark] !== undefined;
}
