import type { Taken } from './normal-text.ts';

const letters = String.raw`(?:x{1,4}s|x{1,4}l|[2-5]xl|[sml])`;
const words = String.raw`(?:(?:extra|x)[- ](?:small|large)|small|medium|large)`;
const numbers = String.raw`(?:(?:eu|uk|us) ?)?\d{1,2}(?:\.5)?`;
const end = String.raw`(?![\p{L}\p{N}'&-])`;
const personal = String.raw`\b(?:size|sizes|in an?|in|i'm an?|i am an?|i'm|i wear an?|i wear|wearing|fits an?|an?)`;

// The first match applies. "small" and "large" before a noun describe the product ("large tent"), so they need context.
const patterns: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:in |an? |my )?sizes? (?:is |of |= ?)?(${letters}|${words}|${numbers})${end}`,
    'u',
  ),
  new RegExp(String.raw`${personal} (${letters})${end}(?: size)?`, 'u'),
  new RegExp(
    String.raw`\b(?:in an?|in|i'm an?|i am an?|i wear an?|i wear|i take an?) (${words})${end}(?! [\p{L}])`,
    'u',
  ),
  new RegExp(String.raw`\b(?:i wear|i take)(?: an?)? (${numbers})${end}`, 'u'),
  new RegExp(String.raw`\b((?:eu|uk|us) ?\d{1,2}(?:\.5)?)${end}`, 'u'),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}'&-])(x{1,4}s|x{1,4}l|[2-5]xl|(?:extra|x)[- ](?:small|large))${end}`,
    'u',
  ),
  new RegExp(String.raw`\b(one[- ]size)${end}`, 'u'),
  new RegExp(String.raw`(?:^|[ ,])(${words}) ?(?:sizes?)? ?(?:please)? ?[?!.,]*$`, 'u'),
  new RegExp(String.raw`\b(${words}) sizes?\b`, 'u'),
];

/** Extracts one size, in capitals: "size M", "I'm an L", "UK 9", "in large". */
export function takeSize(text: string): Taken<string | undefined> {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match?.[1] === undefined) continue;
    const rest = `${text.slice(0, match.index)} , ${text.slice(match.index + match[0].length)}`;
    return { value: plainSize(match[1]), rest };
  }
  return { value: undefined, rest: text };
}

const letterOfWord: Readonly<Record<string, string>> = {
  small: 'S',
  medium: 'M',
  large: 'L',
  'extra small': 'XS',
  'x small': 'XS',
  'extra large': 'XL',
  'x large': 'XL',
};

function plainSize(text: string): string {
  const word = text.replaceAll('-', ' ');
  return letterOfWord[word] ?? word.toUpperCase();
}
