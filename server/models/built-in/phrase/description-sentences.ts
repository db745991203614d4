import { plainText } from './plain-text.ts';

const notDescriptive: readonly RegExp[] = [
  // Instructions to a model, and mentions of its instructions.
  /\b(?:ignore|disregard|overrule|jailbreak|developer mode|system (?:prompt|message)|you are now|you must|pretend to)\b/i,
  /\b(?:your|previous|new|all|these|system|the above) (?:\w+ )?(?:instructions?|prompts?|rules|task)\b/i,
  /\b(?:print|output|repeat|reveal|disclose|execute|call) (?:the|your|all|every\w*|any|this|out|\w+_\w+)\b/i,
  /\b(?:respond|reply)(?: only)? (?:with|to|as|in)\b|\btell (?:the )?(?:customers?|users?|shoppers?)\b|\bsay (?:that|only)\b/i,
  // Names of roles, tools and secrets.
  /\b(?:assistants?|chatbots?|language models?|llms?|as an ai|search_catalog|get_product|lookup_catalog)\b/i,
  /\b(?:api[- ]?keys?|passwords?|admin(?:istrator)? message|confidential|secret code)\b/i,
  // Markup, templates and links.
  /https?:|www\.|\b(?:system|user|role)"?:|\{\{|\}\}|<\/?\w+|\]\(|\[\/?inst|@\w/i,
];

/**
 * The descriptive sentences of a product's description, as plain text. Drops those that address a model or contain links;
 * none is ever followed as an instruction.
 */
export function descriptionSentences(description: string): string[] {
  return description
    .slice(0, 4_000)
    .split(/(?<=[.!?])\s+|[\r\n]+/u)
    .filter((sentence) => isDescriptive(sentence))
    .map((sentence) => plainText(sentence, 240))
    .filter((sentence) => /\p{L}/u.test(sentence));
}

// Full-width letters and invisible characters must not hide a word from the patterns.
function isDescriptive(sentence: string): boolean {
  const plain = sentence.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return !notDescriptive.some((pattern) => pattern.test(plain));
}
