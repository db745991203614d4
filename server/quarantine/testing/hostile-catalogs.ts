import { linesOf, runs, type TextOfSize } from './hostile-texts.ts';

const columns =
  'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price';
const shopifyRow = (cells: Readonly<Record<string, string>>): string =>
  columns
    .split(',')
    .map((name) => cells[name] ?? '')
    .join(',');
const padding = ' '.repeat(3_000);

/** Objects of JSON Lines whose field has as many entries as fill the text. */
function jsonLine(entryOf: (index: number) => string, wrap: (entries: string) => string): TextOfSize {
  return (size) => {
    const entries: string[] = [];
    for (let length = 0; length < size; length += (entries.at(-1)?.length ?? 0) + 1) {
      entries.push(entryOf(entries.length));
    }
    return `${wrap(entries.join(','))}\n`;
  };
}

const product = (rest: string): string => `{"id":"mug","title":"Mug","price":"5 USD",${rest}}`;

const jsonLines: Readonly<Record<string, TextOfSize>> = {
  'JSON: options of one value': jsonLine(
    (index) => `"o${index}":["a"]`,
    (entries) => product(`"options":{${entries}}`),
  ),
  'JSON: values of one option': jsonLine(
    (index) => `"v${index}"`,
    (entries) => product(`"options":{"Size":[${entries}]}`),
  ),
  'JSON: titles that are out of stock': jsonLine(
    (index) => `"v${index % 2_000}"`,
    (entries) =>
      product(
        `"options":{"Size":[${Array.from({ length: 2_000 }, (_, index) => `"v${index}"`).join(',')}]},"out_of_stock":[${entries}]`,
      ),
  ),
  'JSON: variants': jsonLine(
    (index) => `{"id":"v${index}","options":{"Size":"${index}"}}`,
    (entries) => product(`"variants":[${entries}]`),
  ),
  'JSON: wrong tags': jsonLine(
    () => '1',
    (entries) => product(`"tags":[${entries}]`),
  ),
  'JSON: nested': (size) => product(`"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
  'JSON: sound lines': linesOf('', (index) => `{"id":"p${index}","title":"Mug ${index}","price":"5 USD"}`),
  'JSON: the same id': linesOf('', () => product('"brand":"b"')),
  'JSON: a NUL': linesOf('', () => product('"brand":"\\u0000"')),
};

const shopifyFiles: Readonly<Record<string, TextOfSize>> = {
  'CSV: columns': (size) => `${columns}${',a'.repeat(size / 4)}\n${'b,'.repeat(size / 4)}\n`,
  'CSV: the same columns': (size) => `Handle,Title,Price${',Title'.repeat(size / 6)}\n`,
  'CSV: cells of few columns': (size) => `${columns}\n${'a,'.repeat(size / 2)}\n`,
  'CSV: variants of one product': linesOf(columns, (index) =>
    shopifyRow({ Handle: 'mug', Title: 'Mug', 'Option1 Value': `v${index}`, 'Variant Price': '5' }),
  ),
  'CSV: a first row with long texts': linesOf(
    `${columns}\n${shopifyRow({ Handle: 'mug', Title: `${padding}Mug`, 'Option1 Name': `${padding}Size${padding}` })}`,
    (index) => shopifyRow({ Handle: 'mug', 'Option1 Value': `v${index}`, 'Variant Price': '5' }),
  ),
  'CSV: products': linesOf(columns, (index) =>
    shopifyRow({ Handle: `mug-${index}`, Title: 'Mug', 'Variant Price': '5' }),
  ),
  'CSV: an open quote': (size) => `${columns}\nmug,"${'a\n'.repeat(size / 2)}`,
  'CSV: quotes': (size) => `${columns}\nmug,"${'""'.repeat(size / 2)}"\n`,
};

const googleFiles: Readonly<Record<string, TextOfSize>> = {
  'TSV: columns': (size) => `id\ttitle\tprice${'\ta'.repeat(size / 4)}\n${'b\t'.repeat(size / 4)}\n`,
  'TSV: a header of blanks': (size) => `id\ttitle\tprice\t${' '.repeat(size)}x\n`,
  'TSV: items of one group': linesOf(
    'id\ttitle\tprice\titem_group_id\tsize',
    (index) => `i${index}\tMug, ${index}\t5 USD\tmug\t${index}`,
  ),
  'TSV: prices with blanks': linesOf('id\ttitle\tprice', (index) => `i${index}\tMug\tUSD${padding}x`),
  'XML: depth': (size) => `<rss>${'<a:b>'.repeat(size / 5)}`,
  'XML: depth of an item': (size) => `<rss><item>${'<description>'.repeat(size / 13)}`,
  'XML: prefixes': (size) =>
    `<rss ${Array.from({ length: size / 12 }, (_, index) => `xmlns:p${index}="u"`).join(' ')}><p1:item/>`,
  'XML: attributes': (size) =>
    `<rss><item ${Array.from({ length: size / 9 }, (_, index) => `a${index}="b"`).join(' ')}/></rss>`,
  'XML: fields of an item': (size) => `<rss><item>${'<title>a</title>'.repeat(size / 16)}</item></rss>`,
  'XML: empty fields after a long one': (size) =>
    `<rss><item><title>${' '.repeat(size / 2)}a</title>${'<title/>'.repeat(size / 16)}</item></rss>`,
  'XML: pieces of a text': (size) => `<rss><item><title>${'a<b/>'.repeat(size / 5)}</title></item></rss>`,
  'XML: entities': (size) => `<rss><item><title>${'&amp;'.repeat(size / 5)}</title></item></rss>`,
  'XML: an open entity': (size) => `<rss><item><title>&${'a'.repeat(size)}`,
  'XML: an open comment': (size) => `<rss><!--${'-'.repeat(size)}`,
  'XML: a document type': (size) => `<!DOCTYPE rss [${'<!ENTITY a "b">'.repeat(size / 15)}]><rss/>`,
  'XML: items': linesOf(
    '<rss>',
    (index) => `<item><id>i${index}</id><title>Mug</title><price>5 USD</price></item>`,
  ),
};

const documents: Readonly<Record<string, TextOfSize>> = {
  'questions: one with a long title and many headings': (size) =>
    `question,answer\n${'a'.repeat(size / 2)},"${'# a\nb\n'.repeat(size / 12)}"\n`,
  'questions: rows': linesOf('question,answer', (index) => `How is ${index}?,Well`),
};

/** Files of a format, each hostile in its own way, and texts that are of none. */
export const fileTexts = {
  jsonLines: { ...jsonLines, ...runs },
  shopify: { ...shopifyFiles, ...runs },
  google: { ...googleFiles, ...runs },
  documents: { ...documents, ...runs },
  all: { ...jsonLines, ...shopifyFiles, ...googleFiles, ...documents, ...runs },
} as const satisfies Record<string, Readonly<Record<string, TextOfSize>>>;
