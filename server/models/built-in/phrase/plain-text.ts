import type { FoundPassage } from '../../../knowledge/knowledge-index.ts';

/** Untrusted text as one line without Markdown and direction marks, truncated to `maxLength` characters. */
export function plainText(text: string, maxLength = 120): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .replace(/[*`<>\\|]/g, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .trim();
  const letters = [...line];
  const start = letters.slice(0, maxLength - 1).join('');
  return letters.length <= maxLength ? line : `${start.trimEnd()}…`;
}

/** "S, M and L"; beyond `maxItems` it ends with the number of further items. */
export function listed(items: readonly string[], maxItems = 8): string {
  const plain = items.map((item) => plainText(item, 40)).filter((item) => item !== '');
  const rest = plain.length - maxItems;
  const shown = rest > 0 ? [...plain.slice(0, maxItems), `${rest} more`] : plain;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

export function boldTitle({ title }: { readonly title: string }): string {
  return `**${plainText(title)}**`;
}

// Instructions to a model, and mentions of its instructions.
const takeover =
  /\b(?:ignore|disregard|overrule|jailbreak|developer mode|system (?:prompt|message)|you are now|pretend to)\b/i;

const notDescriptive: readonly RegExp[] = [
  takeover,
  /\byou must\b/i,
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
  return sentencesWithout(notDescriptive, description);
}

/**
 * A passage of a shop's own texts, and where it is from. Its policies say "you must" and name addresses; only sentences
 * that try to take a model over are left out. Items of lists stay lines, at most 12.
 */
export function phrasePassage({ text, source, title }: FoundPassage): string {
  const lines = text.split(/[\r\n]+/u).map((line) => sentencesWithout([takeover], line).join(' '));
  const kept = lines.filter((line) => line !== '').slice(0, 12);
  const from = plainText(title || source, 120);
  // Below a list, the title is a paragraph of its own.
  return `${kept.join('\n')}${kept.length > 1 ? '\n\n' : ' '}${from === '' ? '' : `(${from})`}`.trim();
}

function sentencesWithout(patterns: readonly RegExp[], text: string): string[] {
  return text
    .slice(0, 4_000)
    .split(/(?<=[.!?])\s+|[\r\n]+/u)
    .filter((sentence) => {
      // Full-width letters and invisible characters must not hide a word from the patterns.
      const plain = sentence.normalize('NFKC').replace(/\p{Cf}/gu, '');
      return /\p{L}/u.test(plain) && !patterns.some((pattern) => pattern.test(plain));
    })
    .map((sentence) => plainText(sentence, 240));
}
