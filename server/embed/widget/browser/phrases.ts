import { chatNames, chatRows } from './chat-phrases.ts';
import { shopNames, shopRows } from './shop-phrases.ts';

const names = [...chatNames, ...shopNames] as const;

/** The widget's own texts. */
export type Phrases = Readonly<Record<(typeof names)[number], string>>;

/** The languages of the widget. */
export const languages = Object.keys(chatRows);

/** The phrases of the first supported language tag (such as `pt-BR`), else English. */
export function phrasesFor(wanted: readonly string[]): {
  phrases: Phrases;
  language: string;
  rightToLeft: boolean;
} {
  const language = wanted.find((tag) => Object.hasOwn(chatRows, primaryOf(tag))) ?? 'en';
  const primary = primaryOf(language);
  const row = [...(chatRows[primary] ?? []), ...(shopRows[primary] ?? [])];
  const phrases = Object.fromEntries(names.map((name, index) => [name, row[index]])) as unknown as Phrases;
  return { phrases, language, rightToLeft: ['ar', 'he'].includes(primary) };
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
