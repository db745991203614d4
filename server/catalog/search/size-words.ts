import letterSizes from './words/letter-sizes.json' with { type: 'json' };

const sizesByName: ReadonlyMap<string, string> = new Map(Object.entries(letterSizes));

/** Whether two sizes are equal, however they are written: `Medium` equals `size m`, and `8` any country's 8. */
export function sizeMatches(offered: string, asked: string): boolean {
  const plain = plainSize(asked);
  const bare = /^(?:eu|uk|us)\s?(\d[\d.]*)$/.exec(plain)?.[1];
  return sizeForms(offered).includes(plain) || plainSize(offered) === bare;
}

function plainSize(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/^(size|sizes)\s+/, '')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  const plain = words.join(' ');
  return sizesByName.get(plain) ?? plain;
}

/** Whole sizes and the halves of a double size: `S/M` is `s/m`, `s`, `m`; `UK 8` is `uk 8`, `8`. */
function sizeForms(text: string): string[] {
  const whole = plainSize(text);
  const halves = text.split(/[/,]/).map(plainSize);
  const bare = [whole, ...halves].flatMap((form) => /^(?:eu|uk|us|w|l)\s?(\d[\d.]*)$/.exec(form)?.[1] ?? []);
  return [whole, ...halves, ...bare];
}

const letters = 'x{0,3}[sml]';
const system = '(?:uk|us|eu)';
/** "In M" is a size, an S elsewhere is none; "30 waist" is one, 30 elsewhere is none. */
const sizes = [
  String.raw`\bsizes?\s+(${system}?\s?\w{1,4})\b`,
  String.raw`\b(${system}\s?\d{1,2}(?:\.5)?)\b`,
  String.raw`\b(\d{2})\s?(?:inch\s)?waist\b`,
  String.raw`\b(?:in|an?)\s+(${letters})\b`,
  String.raw`\b((?:extra |x )?(?:small|large)|medium|x{1,3}l|xs)\b`,
  `^(${letters})$`,
].map((source) => new RegExp(source, 'i'));

/** Finds a size in a text. Returns it and the text without it as `rest`. */
export function readSize(text: string): { rest: string; size: string | undefined } {
  for (const pattern of sizes) {
    const match = pattern.exec(text);
    if (match !== null) return { rest: text.replace(match[0], ' '), size: match[1] };
  }
  return { rest: text, size: undefined };
}
