import { chatNames, chatPhrases } from './chat-phrases.ts';
import { shopNames, shopPhrases } from './shop-phrases.ts';

const names = [...chatNames, ...shopNames] as const;

/** The widget's own texts. */
export type Phrases = Readonly<Record<(typeof names)[number], string>>;

/** The languages of the widget. */
export const languages = Object.keys(chatPhrases);

/** The phrases of the first supported language tag (such as `pt-BR`), else English. */
export function phrasesFor(wanted: readonly string[]): {
  phrases: Phrases;
  language: string;
  rightToLeft: boolean;
} {
  const language = wanted.find((tag) => Object.hasOwn(chatPhrases, primaryOf(tag))) ?? 'en';
  const primary = primaryOf(language);
  const lines = `${chatPhrases[primary]}\n${shopPhrases[primary]}`.split('\n');
  const phrases = Object.fromEntries(names.map((name, index) => [name, lines[index]])) as unknown as Phrases;
  return { phrases, language, rightToLeft: ['ar', 'he'].includes(primary) };
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
