import { decodeUtf8 } from '../../catalog/import/decode-utf8.ts';
import { checkStart, detectFormat } from '../../catalog/import/detect-format.ts';
import { finishProduct, splitPath } from '../../catalog/import/finish-product.ts';
import { googleItem } from '../../catalog/import/google/google-item.ts';
import {
  commonTitle,
  googleProduct,
  readGoogleItems,
} from '../../catalog/import/google/read-google-items.ts';
import { readGoogleTsv } from '../../catalog/import/google/read-google-tsv.ts';
import { readGoogleXml } from '../../catalog/import/google/read-google-xml.ts';
import type { CatalogReader } from '../../catalog/import/import-event.ts';
import { noLimits } from '../../catalog/import/import-limits.ts';
import { peekStart } from '../../catalog/import/import-source.ts';
import {
  jsonLineSchema,
  jsonVariants,
  readJsonLines,
} from '../../catalog/import/json-lines/read-json-lines.ts';
import { plainText } from '../../catalog/import/plain-text.ts';
import { readCatalog } from '../../catalog/import/read-catalog.ts';
import { readTable } from '../../catalog/import/read-table.ts';
import { shopifyColumns, type ShopifyRow } from '../../catalog/import/shopify/shopify-columns.ts';
import {
  isUntrackedZero,
  isVariantRow,
  notForSale,
  readShopifyCsv,
  shopifyProduct,
  shopifyVariant,
} from '../../catalog/import/shopify/read-shopify-csv.ts';
import { withProductLink } from '../../catalog/import/survey-products.ts';
import { isCurrencyCode } from '../../catalog/money/currency-digits.ts';
import { parsePrice } from '../../catalog/money/parse-price.ts';
import { stemOf, termOf, termsOf, wordsOf } from '../../catalog/search/terms.ts';
import { makeProduct } from '../../catalog/testing/make-product.ts';
import { sentenceFor } from '../../chat/service-sentences.ts';
import { decodeText } from '../../knowledge/decode-text.ts';
import { joinWrappedLines } from '../../knowledge/join-wrapped-lines.ts';
import { buildKnowledgeIndex, isAboutTopic, topicsIn } from '../../knowledge/knowledge-index.ts';
import { maxPassages, readDocument, readText } from '../../knowledge/read-document.ts';
import { readQuestionPairs } from '../../knowledge/read-question-pairs.ts';
import { firstTitle, splitPassages } from '../../knowledge/split-passages.ts';
import { languageOf, withoutFunctionWords } from '../../catalog/search/language-of.ts';
import { isStatement, readMessage } from '../../models/built-in/read-message.ts';
import { parseStrictJson, scanJson } from '../../support/json.ts';
import { isGreeting, plainText as storedText, truncate } from '../../support/message-text.ts';
import { fileTexts } from './hostile-catalogs.ts';
import { hostileTexts, type TextOfSize } from './hostile-texts.ts';

/** A function that gets text of strangers. */
export interface ForeignTextReader {
  /** `folder/file.ts export`. */
  readonly name: string;
  read(text: string): unknown;
  readonly texts: Readonly<Record<string, TextOfSize>>;
  /** The size that is doubled, in characters. */
  readonly startSize: number;
}

const context = { currency: 'USD', now: 0 };

/** A row of an export in which one text stands everywhere. */
function rowOf(text: string): ShopifyRow {
  return shopifyColumns(['Handle', 'Title', 'Variant Price', 'Option1 Name', 'Option1 Value', 'Status'])([
    text,
    text,
    '5',
    text,
    text,
    text,
  ]);
}

async function readAll(reader: CatalogReader, text: string): Promise<void> {
  for await (const event of reader(pieceOf(text), context)) void event;
}

async function* pieceOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const item of source) void item;
}

/** For readers of one text: any text is theirs. */
const oneText: Readonly<Record<string, (text: string) => unknown>> = {
  'catalog/import/decode-utf8.ts decodeUtf8': (text) => drain(decodeUtf8(bytesOf(text))),
  'catalog/import/detect-format.ts checkStart': (text) => checkStart(Buffer.from(text)),
  'catalog/import/detect-format.ts detectFormat': (text) => detectFormat(Buffer.from(text), text),
  'catalog/import/finish-product.ts finishProduct': (text) =>
    finishProduct({ ...draft, description: text, brand: text, url: text, image_url: text, tags: [text] }),
  'catalog/import/finish-product.ts splitPath': splitPath,
  'catalog/import/google/google-item.ts googleItem': (text) =>
    googleItem(1, new Map(googleFields.map((name) => [name, text])), context),
  'catalog/import/google/read-google-items.ts commonTitle': (text) => commonTitle([text, `${text}a`]),
  'catalog/import/google/read-google-items.ts googleProduct': (text) =>
    googleProduct(googleItem(1, new Map([...soundFields, ['description', text]]), context)),
  'catalog/import/json-lines/read-json-lines.ts jsonVariants': (text) =>
    jsonVariants(
      jsonLineSchema.parse({ id: text, title: text, price: '5', options: { [text]: [text] } }),
      'USD',
    ),
  'catalog/import/plain-text.ts plainText': (text) => plainText(text),
  'catalog/import/plain-text.ts plainText of a page': (text) => plainText(text, 'page'),
  'catalog/import/plain-text.ts plainText of Markdown': (text) => plainText(text, 'markdown'),
  'catalog/import/shopify/shopify-columns.ts shopifyColumns': (text) =>
    shopifyColumns(['Handle', 'Title', 'Price', text])([text, text, text, text]),
  'catalog/import/shopify/read-shopify-csv.ts isUntrackedZero': (text) => isUntrackedZero(rowOf(text)),
  'catalog/import/shopify/read-shopify-csv.ts isVariantRow': (text) => isVariantRow(rowOf(text)),
  'catalog/import/shopify/read-shopify-csv.ts notForSale': (text) => notForSale(rowOf(text)),
  'catalog/import/shopify/read-shopify-csv.ts shopifyProduct': (text) =>
    shopifyProduct(rowOf(text), [], text),
  'catalog/import/shopify/read-shopify-csv.ts shopifyVariant': (text) =>
    shopifyVariant(rowOf(text), rowOf(text), 'USD'),
  'catalog/import/survey-products.ts withProductLink': (text) =>
    withProductLink(makeProduct(text, {}), new URL('https://shop.example/')),
  'catalog/money/currency-digits.ts isCurrencyCode': isCurrencyCode,
  'catalog/money/parse-price.ts parsePrice': (text) => parsePrice(text, 'USD'),
  'catalog/search/terms.ts stemOf': stemOf,
  'catalog/search/terms.ts termOf': termOf,
  'catalog/search/terms.ts termsOf': termsOf,
  'catalog/search/terms.ts wordsOf': wordsOf,
  'chat/service-sentences.ts sentenceFor': (text) => sentenceFor('cap', text),
  'knowledge/decode-text.ts decodeText': (text) => decodeText('a.html', Buffer.from(text), undefined),
  'knowledge/join-wrapped-lines.ts joinWrappedLines': joinWrappedLines,
  'knowledge/read-document.ts readDocument': (text) =>
    readDocument({ name: 'a.html', bytes: Buffer.from(text) }),
  'knowledge/read-document.ts readText': (text) => readText('a.md', 'markdown', text),
  'knowledge/knowledge-index.ts topicsIn': topicsIn,
  'knowledge/knowledge-index.ts isAboutTopic': (text) =>
    topicsIn('gift wrap').map((topic) => isAboutTopic(text, topic)),
  'knowledge/split-passages.ts firstTitle': firstTitle,
  'knowledge/split-passages.ts splitPassages': (text) => splitPassages(text, text),
  'catalog/search/language-of.ts languageOf': languageOf,
  'catalog/search/language-of.ts withoutFunctionWords': (text) => withoutFunctionWords(text, 'en'),
  'models/built-in/read-message.ts readMessage': readMessage,
  'models/built-in/read-message.ts isStatement': isStatement,
  'support/json.ts parseStrictJson': (text) => parseStrictJson(Buffer.from(text)),
  'support/json.ts scanJson': (text) => scanJson(JSON.stringify({ text, list: [text] })),
  'support/message-text.ts isGreeting': isGreeting,
  'support/message-text.ts plainText': storedText,
  'support/message-text.ts truncate': (text) => truncate(text, text.length),
};

const draft = {
  id: 'mug',
  title: 'Mug',
  categories: [],
  variants: [
    {
      id: 'mug',
      title: 'Default',
      price: { amount: 1, currency: 'USD' },
      options: {},
      available: true,
    },
  ],
};

const soundFields = [
  ['id', 'mug'],
  ['title', 'Mug'],
  ['price', '5 USD'],
] as const;

const googleFields = [
  'id',
  'title',
  'price',
  'availability',
  'sale_price',
  'sale_price_effective_date',
  'color',
  'size',
] as const;

type FileReader = readonly [read: (text: string) => unknown, texts: keyof typeof fileTexts];

/** For readers of files: files of their formats. */
const wholeFiles: Readonly<Record<string, FileReader>> = {
  'catalog/import/google/read-google-items.ts readGoogleItems': [
    (text) => drain(readGoogleItems(feedOf(text), context)),
    'google',
  ],
  'catalog/import/google/read-google-tsv.ts readGoogleTsv': [
    (text) => readAll(readGoogleTsv, text),
    'google',
  ],
  'catalog/import/google/read-google-xml.ts readGoogleXml': [
    (text) => readAll(readGoogleXml, text),
    'google',
  ],
  'catalog/import/json-lines/read-json-lines.ts readJsonLines': [
    (text) => readAll(readJsonLines, text),
    'jsonLines',
  ],
  'catalog/import/shopify/read-shopify-csv.ts readShopifyCsv': [
    (text) => readAll(readShopifyCsv, text),
    'shopify',
  ],
  'catalog/import/read-catalog.ts readCatalog': [
    (text) =>
      readCatalog(
        { name: 'a.csv', chunks: bytesOf(text) },
        { ...context, limits: { ...noLimits, notes: 100 } },
      ),
    'all',
  ],
  'catalog/import/read-table.ts readTable': [
    (text) => drain(readTable(pieceOf(text), { delimiter: ',', looseQuotes: false })),
    'shopify',
  ],
  'catalog/import/read-table.ts readTable with loose quotes': [
    (text) => drain(readTable(pieceOf(text), { delimiter: '\t', looseQuotes: true })),
    'google',
  ],
  'catalog/import/import-source.ts peekStart': [
    async (text) => drain((await peekStart(bytesOf(text), 4096)).whole),
    'documents',
  ],
  'knowledge/read-question-pairs.ts readQuestionPairs': [
    (text) => readQuestionPairs('a.csv', text),
    'documents',
  ],
  'knowledge/knowledge-index.ts buildKnowledgeIndex': [indexAndSearch, 'documents'],
};

async function indexAndSearch(text: string): Promise<void> {
  const passages = splitPassages(text, 'A').slice(0, maxPassages);
  const index = await buildKnowledgeIndex([{ source: 'a', passages }]);
  index.search(text.slice(0, 500));
}

async function* feedOf(text: string) {
  const lines = text.split('\n');
  for (const [line, title] of lines.entries()) {
    const own = [['title', title] as const, ['item_group_id', 'group'] as const];
    yield { line, cells: 1, fields: new Map([...soundFields, ...own]) };
  }
}

/** Runs a reader; what it rejects is read as well. */
async function tolerant(read: (text: string) => unknown, text: string): Promise<void> {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
  }
}

const [smallText, largeText] = [1_000, 4_000];

/** These take longer for each line or word. */
const slowReaders = /readMessage|readText|readDocument|splitPassages|languageOf|sentenceFor|truncate/;

export const foreignTextReaders: readonly ForeignTextReader[] = [
  ...Object.entries(oneText).map(([name, read]) => ({
    name,
    read: (text: string) => tolerant(read, text),
    texts: hostileTexts,
    startSize: slowReaders.test(name) ? smallText : largeText,
  })),
  ...Object.entries(wholeFiles).map(([name, [read, texts]]) => ({
    name,
    read: (text: string) => tolerant(read, text),
    texts: fileTexts[texts],
    startSize: smallText,
  })),
];

/** Exported functions of the same files that get no text of strangers, and why. */
export const otherExports: Readonly<Record<string, string>> = {
  'catalog/import/google/google-item.ts googleAttribute': 'compares a name with a list',
  'catalog/import/import-errors.ts inField': 'runs another function',
  'catalog/import/import-errors.ts productEvent': 'runs another function',
  'catalog/import/import-errors.ts valueOrReason': 'runs another function',
  'catalog/import/import-source.ts openSource': 'opens a file',
  'catalog/import/import-source.ts withProgress': 'counts bytes',
  'catalog/money/currency-digits.ts currencyDigits': 'gets a code of the list',
  'catalog/money/format-money.ts formatMoney': 'gets a number',
  'catalog/money/format-money.ts withFormattedPrices': 'gets products that are stored',
  'catalog/money/parse-price.ts minorPrice': 'gets a number',
  'knowledge/knowledge-index.ts createKnowledgeStore': 'reads with buildKnowledgeIndex',
  'models/built-in/read-message.ts choiceOf': 'gets what readMessage has read',
  'support/json.ts describeJsonProblem': 'writes a message',
  'support/json.ts isObject': 'looks at a type',
  'knowledge/split-passages.ts passagesAsText': 'joins passages that were read before',
};
