import { plainText } from './plain-text.ts';

// Sentences that speak to a model or send people elsewhere are no description: left out, never acted on.
const notDescriptive =
  /\b(?:ignore|disregard|override|overrule|system prompt|prompts?|instructions?|assistants?|chatbot|language model|ai|llm|you are now|you must|you should|tell the|say that|respond|reply|reveal|print|output|repeat|execute|tools?_\w+|search_catalog|get_product|lookup_catalog|call the|api[- ]?keys?|password|click here|developer mode|jailbreak|admin(?:istrator)?|confidential)\b|https?:|www\.|\bsystem:|\{\{|\}\}|@\w/i;

/** The sentences of a product's description that describe it, as plain text. */
export function descriptionSentences(description: string): string[] {
  return description
    .slice(0, 4_000)
    .split(/(?<=[.!?])\s+|[\r\n]+/u)
    .filter((sentence) => !notDescriptive.test(sentence.normalize('NFKC')))
    .map((sentence) => plainText(sentence, 240))
    .filter((sentence) => /\p{L}/u.test(sentence));
}
