import type { ShopNotice } from '../db/records.ts';
import { isObject } from '../support/json.ts';
import { plainText } from '../support/plain-text.ts';
import type { AgentTools } from '../tools/types.ts';
import { pageOf } from '../models/page-part.ts';
import type { ModelMessage } from './types.ts';

/**
 * The ids of the products that a text names by their titles, in the order of the text: of those that results of tools in
 * the messages have. A title within a longer one that the text names does not count.
 */
export function namedProducts(text: string, messages: readonly ModelMessage[]): string[] {
  const said = plain(text);
  const taken: [start: number, end: number][] = [];
  const named: { id: string; at: number }[] = [];
  const candidates = [...titlesIn(messages)].toSorted(([a], [b]) => b.length - a.length);
  for (const [title, id] of candidates) {
    const places = placesOf(title, said).filter((at) => !taken.some(([from, to]) => from <= at && at < to));
    const [at] = places;
    if (at === undefined) continue;
    taken.push(...places.map((place): [number, number] => [place, place + title.length]));
    named.push({ id, at });
  }
  return named.toSorted((a, b) => a.at - b.at).map(({ id }) => id);
}

/** The ids of the products of all results, and of the pages where the shopper was, by their titles; of two with one title the latest. */
function titlesIn(messages: readonly ModelMessage[]): Map<string, string> {
  const titles = new Map<string, string>();
  for (const message of messages) {
    const page = message.role === 'user' ? pageOf(message) : undefined;
    for (const { id, title } of productsOf(page)) titles.set(plain(title).trim(), id);
    for (const output of outputsOf(message))
      for (const { id, title } of productsOf(output)) titles.set(plain(title).trim(), id);
  }
  titles.delete('');
  return titles;
}

/**
 * What a live shop wants to be seen and the text does not say (decision 0065): with the results of the catalogue's tools, and
 * with their products of these ids.
 */
export function unsaidNotices(
  text: string,
  messages: readonly ModelMessage[],
  tools: AgentTools,
  ids: readonly string[],
): string[] {
  const isOwn = (name: string): boolean => tools.get(name)?.fromCatalog === true;
  const outputs = messages.flatMap((message) => outputsOf(message, isOwn));
  const products = outputs.flatMap(productsOf).filter(({ id }) => ids.includes(id));
  const said = plain(text);
  const unsaid = [...outputs, ...products].flatMap((about) => {
    const { title, notices } = isObject(about) ? about : {};
    const name = typeof title === 'string' ? plainText(title) : '';
    return (Array.isArray(notices) ? notices : []).flatMap((notice: ShopNotice) =>
      said.includes(plain(notice.text)) ? [] : sentenceOf(notice, name),
    );
  });
  return [...new Set(unsaid)];
}

function sentenceOf({ text, url = '' }: ShopNotice, about: string): string {
  const subject = about === '' || text.includes(about) ? '' : `${about}: `;
  return `${subject}${text} ${url}`.trim();
}

/** Of the tools whose names pass. */
function outputsOf(message: ModelMessage, passes: (tool: string) => boolean = () => true): unknown[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part) =>
    part.type === 'tool-result' && part.output.type === 'json' && passes(part.toolName)
      ? [part.output.value]
      : [],
  );
}

function productsOf(output: unknown): { readonly id: string; readonly title: string }[] {
  if (!isObject(output)) return [];
  const { products, product } = output;
  return (Array.isArray(products) ? products : [product]).flatMap((one) => {
    if (!isObject(one)) return [];
    const { id, title } = one;
    return typeof id === 'string' && typeof title === 'string' ? [{ ...one, id, title }] : [];
  });
}

/** What would continue a word: no letter of a script that is written without spaces. */
const letter = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}]/u;

/** Where a title stands in a text as whole words. */
function placesOf(title: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(title); at >= 0; at = text.indexOf(title, at + 1)) {
    const around = `${text[at - 1] ?? ''} ${text[at + title.length] ?? ''}`;
    if (!letter.test(around)) places.push(at);
  }
  return places;
}

/** In lower case, without the marks of Markdown and with single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`~\\]+/g, '')
    .replace(/\s+/g, ' ');
}
