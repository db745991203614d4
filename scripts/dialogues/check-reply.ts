import { formatMoney } from '../../server/catalog/money/format-money.ts';
import type { Price, Product } from '../../server/db/records.ts';
import type { Said } from '../../server/models/built-in/testing/shopper.ts';
import { replies } from '../../server/models/built-in/words/replies.ts';
import type { Expected } from './parse-dialogues.ts';

export type Grade = 'silent' | 'right' | 'wrong';

export interface Graded {
  readonly grade: Grade;
  /** Why it is wrong. */
  readonly reason: string;
}

/** A reply is wrong when one of its facts is, silent when it names no product, and else right. */
export function gradeReply(reply: Said, expected: Expected, products: readonly Product[]): Graded {
  const titles = titlesIn(reply.text);
  const reasons = [...recordReasons(reply.text, products), ...expectedReasons(reply, titles, expected)];
  if (reasons.length > 0) return { grade: 'wrong', reason: reasons.join('; ') };
  return { grade: titles.length === 0 ? 'silent' : 'right', reason: '' };
}

export function titlesIn(text: string): string[] {
  return [...text.matchAll(/\*\*(.+?)\*\*/gu)].map(([, title = '']) => title);
}

function expectedReasons({ text, calls }: Said, titles: readonly string[], expected: Expected): string[] {
  const { about, says, notNames, notSays } = expected;
  const has = (part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
  // What is closest, compared or not listed is no claim that it fits.
  const isAbout =
    calls.some(({ tool }) => tool === 'get_product') && about.some((title) => titles.includes(title));
  const isClaim = ![replies.closest, replies.cannotCompare, 'is not listed'].some(has);
  return [
    ...says.filter((part) => isAbout && !has(part)).map((part) => `does not say ${part}`),
    ...notNames.filter((title) => isClaim && titles.includes(title)).map((title) => `names ${title}`),
    ...notSays.filter(has).map((part) => `says ${part}`),
  ];
}

const listLine = /\*\*(.+?)\*\* – (?:from )?(\S+?)(?: \(was (\S+)\))?, (in stock|sold out)\./gu;
const offerLine =
  /\*\*(.+?)\*\*(?: in [^.]*?)? is (in stock|sold out)[^.]*\. It is (\S+?)(?: to (\S+?))?[.,](?=\s|$)/gu;

/** What a reply says of titles, prices and stock against the records of the products. */
function recordReasons(text: string, products: readonly Product[]): string[] {
  const invented = titlesIn(text).filter((title) => !products.some((product) => product.title === title));
  const lines = [...text.matchAll(listLine)].flatMap(([, title = '', price = '', was = '', stock = '']) =>
    claimReasons(products, { title, prices: [price], was, stock }),
  );
  const offers = [...text.matchAll(offerLine)].flatMap(([, title = '', stock = '', low = '', high = '']) =>
    claimReasons(products, { title, prices: [low, high].filter(Boolean), was: '', stock }),
  );
  return [...invented.map((title) => `invents ${title}`), ...lines, ...offers];
}

interface Claim {
  readonly title: string;
  readonly prices: readonly string[];
  readonly was: string;
  readonly stock: string;
}

/** Several products may have one title: a claim must hold for one of them. */
function claimReasons(products: readonly Product[], { title, prices, was, stock }: Claim): string[] {
  const money = ({ amount, currency }: Price): string => formatMoney(amount, currency);
  const holds = ({ variants, available }: Product): boolean =>
    prices.every((price) => variants.some((variant) => money(variant.price) === price)) &&
    (was === '' || variants.some(({ compare_at_price: old }) => old !== undefined && money(old) === was)) &&
    (stock === 'in stock' ? available : variants.some((variant) => !variant.available));
  const own = products.filter((product) => product.title === title);
  const claim = [title, ...prices, was, stock].filter(Boolean).join(' ');
  return own.length === 0 || own.some(holds) ? [] : [`is wrong about ${claim}`];
}
