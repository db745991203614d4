const letterSizes: Readonly<Record<string, string>> = {
  'extra small': 'xs',
  'x small': 'xs',
  xsmall: 'xs',
  small: 's',
  sm: 's',
  medium: 'm',
  med: 'm',
  large: 'l',
  lg: 'l',
  'extra large': 'xl',
  'x large': 'xl',
  xlarge: 'xl',
  xxl: '2xl',
  'xx large': '2xl',
  'extra extra large': '2xl',
  xxxl: '3xl',
};

/** Whether two sizes are equal, however they are written: `Medium` equals `size m`. */
export function sizeMatches(offered: string, asked: string): boolean {
  return sizeForms(offered).includes(plainSize(asked));
}

function plainSize(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/^(size|sizes)\s+/, '')
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  const plain = words.join(' ');
  return Object.hasOwn(letterSizes, plain) ? (letterSizes[plain] ?? plain) : plain;
}

/** Whole sizes and the halves of a double size: `S/M` is `s/m`, `s`, `m`; `UK 8` is `uk 8`, `8`. */
function sizeForms(text: string): string[] {
  const whole = plainSize(text);
  const halves = text.split(/[/,]/).map(plainSize);
  const bare = [whole, ...halves].flatMap((form) => /^(?:eu|uk|us|w|l)\s?(\d[\d.]*)$/.exec(form)?.[1] ?? []);
  return [whole, ...halves, ...bare];
}
