import { chatNames, chatPhrases } from './chat-phrases.ts';
import { type PanelPhrases, phrasesOf } from './phrases.ts';
import { shopNames, shopPhrases } from './shop-phrases.ts';

/** The widget's own texts. */
export type Phrases = PanelPhrases & Readonly<Record<ChatName | ShopName, string>>;
type ChatName = (typeof chatNames)[number];
type ShopName = (typeof shopNames)[number];

/** The texts of an open chat, with those that the page has loaded already. */
export function allPhrases(panel: PanelPhrases, language: string): Phrases {
  const chat = phrasesOf(chatNames, chatPhrases, language);
  return { ...panel, ...chat, ...phrasesOf(shopNames, shopPhrases, language) };
}
