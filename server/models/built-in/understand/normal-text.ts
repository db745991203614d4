const maxMessageLength = 2_000;

/** A value that was extracted from a text, and the remaining text. */
export interface Taken<Value> {
  readonly value: Value;
  readonly rest: string;
}

// A lone capital S, M or L is a size; "I'm", "H&M" and "L.L." are not.
const loneLetterSize = /(?<![\p{L}\p{N}'&.])(?:size )?([SML])(?![\p{L}\p{N}'&]|\.\p{L})/gu;

/** Normalizes a message: one line in lower case, plain quotes and dashes, digits for number words, limited length. */
export function normalText(message: string): string {
  const plain = message
    .slice(0, maxMessageLength)
    .normalize('NFKC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐‑‒–—―]/g, '-')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ');
  const sized = /\p{Ll}/u.test(plain) || plain.length < 4 ? plain.replace(loneLetterSize, 'size $1') : plain;
  return digitsForWords(sized.toLowerCase()).replace(/ +/g, ' ').trim();
}

const tens: Readonly<Record<string, number>> = {
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const ones = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const tensWord = new RegExp(`\\b(${Object.keys(tens).join('|')})(?:[- ](${ones.join('|')}))?\\b`, 'g');
const hundreds = new RegExp(`\\b(an?|${ones.join('|')}) hundred\\b`, 'g');

function digitsForWords(text: string): string {
  return text
    .replace(hundreds, (_, count: string) => String(100 * Math.max(1, ones.indexOf(count) + 1)))
    .replace(tensWord, (_, ten: string, one?: string) =>
      String((tens[ten] ?? 0) + (one === undefined ? 0 : ones.indexOf(one) + 1)),
    );
}
