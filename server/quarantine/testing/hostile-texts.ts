/** A text of about `size` characters. */
export type TextOfSize = (size: number) => string;

/** What patterns and parsers repeat, or look for. */
const pieces = [
  '<',
  '<a',
  '</',
  '<!--',
  '<!-',
  '<![CDATA[',
  '<a href="',
  '<script>',
  '<b></i>',
  '<title',
  '&',
  '&#',
  '&amp',
  '"',
  '""',
  '","',
  "'",
  ' ',
  '\t',
  '\n',
  '\n ',
  '\r\n',
  ',',
  ';',
  ':',
  '.',
  '-',
  '>',
  '[',
  '(',
  '{"a":',
  '[[',
  '\\',
  '\\"',
  '/',
  '@',
  'a@',
  'http://',
  '#',
  '# ',
  '\n# a',
  '|',
  '| - ',
  '?',
  'Q: ',
  'A: ',
  '$',
  '0',
  '1,',
  'a',
  'A ',
  'a, ',
  'a-',
  'é',
  '界',
  '\u0301',
  't-',
  "'s",
];

function runOf(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length));
}

type Texts = Readonly<Record<string, TextOfSize>>;

function eachPiece(text: (piece: string, size: number) => string, name: (piece: string) => string): Texts {
  const entries = pieces.map((piece) => [name(JSON.stringify(piece)), (size: number) => text(piece, size)]);
  return Object.fromEntries(entries);
}

/** A run of each piece. */
export const runs: Texts = eachPiece(runOf, (piece) => `${piece}...`);

/** The same before and after what ends a match. */
export const hostileTexts: Texts = {
  ...runs,
  ...eachPiece(
    (piece, size) => `<${runOf(piece, size)}`,
    (piece) => `< and ${piece}...`,
  ),
  ...eachPiece(
    (piece, size) => `USD ${runOf(piece, size)} x`,
    (piece) => `USD, ${piece}... and x`,
  ),
  ...eachPiece(
    (piece, size) => `${runOf(piece, size / 2)}x${runOf(piece, size / 2)}!`,
    (piece) => `${piece}..., x and ${piece}...`,
  ),
};

/** Lines of a file, the header first: `line` gets the number of each, from 0. */
export function linesOf(header: string, line: (index: number) => string): TextOfSize {
  return (size) => {
    const lines = [header];
    for (let length = 0; length < size;) {
      const next = line(lines.length - 1);
      lines.push(next);
      length += next.length + 1;
    }
    return lines.join('\n');
  };
}
