/** A number as its JSON text, which may have more digits than a double. */
interface NumberLiteral {
  readonly literal: string;
}

function isLiteral(value: unknown): value is NumberLiteral {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'literal');
}

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON with each number as its literal; undefined for a text that is no JSON. Numbers become literals before
 * JSON.parse reads them: it rounds, and its reviver sees the text of a number in Node 22 and later only.
 */
export function parseExactly(text: string): unknown {
  try {
    JSON.parse(text);
    const literals = text.replaceAll(textOrNumber, (token) =>
      token.startsWith('"') ? token : `{"literal":"${token}"}`,
    );
    return JSON.parse(literals) as unknown;
  } catch {
    return undefined;
  }
}

/** One form for all literals of a number: 4096, 4096.0 and 4.096e3 are equal, 9007199254740993 is itself. */
function canonical(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${power}`;
}

/** Whether two values that parseExactly returned are equal to the last digit and code unit. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isLiteral(one) && isLiteral(other)) return canonical(one.literal) === canonical(other.literal);
  return one === other;
}

/** A value of parseExactly on one line, with characters that a terminal hides or replaces as escapes. */
export function showExactly(value: unknown): string {
  if (isLiteral(value)) return value.literal;
  const text = JSON.stringify(value) ?? 'nothing';
  return text.replaceAll(
    /[\u007F-\u009F\u200B-\u200F\uFEFF\uFFFD]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
