import { panelNames, panelPhrases } from './panel-phrases.ts';

/** The languages of the widget. */
export const languages = Object.keys(panelPhrases);

/** The texts of the bubble and of the window around the conversation. */
export type PanelPhrases = Readonly<Record<(typeof panelNames)[number], string>>;

/** The widget's language, and the texts that it begins with. */
export interface Language {
  readonly phrases: PanelPhrases;
  /** The tag, such as `pt-BR`. */
  readonly language: string;
  readonly rightToLeft: boolean;
}

/** The first supported language of these tags (such as `pt-BR`), else English. */
export function languageOf(wanted: readonly string[]): Language {
  const language = wanted.find((tag) => Object.hasOwn(panelPhrases, primaryOf(tag))) ?? 'en';
  const phrases = phrasesOf(panelNames, panelPhrases, language);
  return { phrases, language, rightToLeft: ['ar', 'he'].includes(primaryOf(language)) };
}

/** The phrases of a language by their names. */
export function phrasesOf<Name extends string>(
  names: readonly Name[],
  texts: Readonly<Record<string, string>>,
  language: string,
): Readonly<Record<Name, string>> {
  const lines = (texts[primaryOf(language)] ?? '').split('\n');
  return Object.fromEntries(names.map((name, index) => [name, lines[index]])) as Record<Name, string>;
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
