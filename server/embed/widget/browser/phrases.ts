import texts from './languages.json' with { type: 'json' };

/** What the widget says in one language. A built script has the parts that it needs (`scripts/pack-languages.ts`). */
type Texts = Readonly<typeof texts.en>;

const textsOf: Readonly<Record<string, Texts>> = texts;

/** The languages of the widget. */
export const languages = Object.keys(texts);

/** The texts of the bubble and of the window around the conversation. */
export type PanelPhrases = Texts['panel'];

/** The widget's own texts. Words in braces are replaced: `{n}` is a number of seconds. */
export type Phrases = PanelPhrases & Texts['chat'] & Texts['shop'];

/** The widget's language, and the texts that it begins with. */
export interface Language {
  readonly phrases: PanelPhrases;
  /** The tag, such as `pt-BR`. */
  readonly language: string;
  readonly rightToLeft: boolean;
}

/** The first supported language of these tags (such as `pt-BR`), else English. */
export function languageOf(wanted: readonly string[]): Language {
  const language = wanted.find((tag) => languages.includes(primaryOf(tag))) ?? 'en';
  const { panel } = textsOf[primaryOf(language)] ?? texts.en;
  return { phrases: panel, language, rightToLeft: /^(ar|he)\b/i.test(language) };
}

/** The texts of an open chat, with those that the page has loaded already, in a language of `languageOf`. */
export function allPhrases(panel: PanelPhrases, language: string): Phrases {
  const { chat, shop } = textsOf[primaryOf(language)] ?? texts.en;
  return { ...panel, ...chat, ...shop };
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
