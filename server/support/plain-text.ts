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

/** The descriptive sentences of a product's description, as plain text: those that address a model or have links are dropped. */
export function descriptiveSentences(description: string): string[] {
  return sentencesWithout(notDescriptive, description);
}

/** The sentences of a shop's own text, as plain text, without those that try to take a model over: policies say "you must". */
export function harmlessSentences(text: string): string[] {
  return sentencesWithout([takeover], text);
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
