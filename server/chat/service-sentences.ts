import { languageOf } from '../catalog/search/language-of.ts';
import sentences from './service-sentences.json' with { type: 'json' };

/** What the service itself says to shoppers in a reply (decision 0059), in the widget's languages. */
type Sentences = Readonly<typeof sentences.en>;

const sentencesOf: Readonly<Record<string, Sentences>> = sentences;

/** A sentence in the language of the message that the reply is to; in English where that is not sure. */
export function sentenceFor(name: keyof Sentences, message: string): string {
  return (sentencesOf[languageOf(message) ?? 'en'] ?? sentences.en)[name];
}
