import { SaxesParser, type SaxesTagNS } from 'saxes';
import { CatalogFileError } from '../import-errors.ts';
import type { CatalogReader } from '../import-event.ts';
import { maxDepth } from '../import-limits.ts';
import { type GoogleAttribute, googleAttribute } from './google-item.ts';
import { readGoogleItems, type FeedRow } from './read-google-items.ts';

const googleNamespace = 'http://base.google.com/ns/1.0';
const atomNamespace = 'http://www.w3.org/2005/Atom';
const itemNames = new Set(['item', 'entry']);
const atomNames: ReadonlyMap<string, string> = new Map([
  ['summary', 'description'],
  ['content', 'description'],
]);

/** Reads a Google Merchant feed in XML: RSS 2.0 or Atom with Google's namespace. */
export const readGoogleXml: CatalogReader = (text, context) => readGoogleItems(feedRows(text), context);

/** The attribute of an element; undefined for one of another namespace, and one that is not read. */
function fieldOf(tag: SaxesTagNS): GoogleAttribute | undefined {
  if (tag.uri === atomNamespace) return googleAttribute(atomNames.get(tag.local) ?? tag.local);
  return tag.uri === googleNamespace || tag.uri === '' ? googleAttribute(tag.local) : undefined;
}

interface OpenItem {
  readonly line: number;
  readonly depth: number;
  /** Elements in it. */
  cells: number;
  readonly fields: Map<GoogleAttribute, string>;
}

/** An element whose text comes in any number of pieces. */
interface OpenField {
  readonly name: GoogleAttribute;
  readonly pieces: string[];
}

/** Collects the items of a feed from pieces of its text. */
class FeedCollector {
  readonly #parser = new SaxesParser({ xmlns: true });
  #rows: FeedRow[] = [];
  #depth = 0;
  #item: OpenItem | undefined;
  #field: OpenField | undefined;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => this.#fail(error));
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
  }

  /** Returns the items that end in this text. Throws CatalogFileError. */
  write(text: string): FeedRow[] {
    this.#parser.write(text);
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    this.#parser.close();
  }

  #fail(error: Error): void {
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    throw new CatalogFileError('broken_file', `not well-formed XML: ${reason}`, this.#parser.line);
  }

  #open(tag: SaxesTagNS): void {
    this.#depth += 1;
    // The parser looks a prefix up in all open elements.
    if (this.#depth > maxDepth) {
      const reason = `elements are nested deeper than ${maxDepth} levels`;
      throw new CatalogFileError('broken_file', reason, this.#parser.line);
    }
    if (this.#item === undefined) {
      if (itemNames.has(tag.local)) {
        this.#item = { line: this.#parser.line, depth: this.#depth, cells: 0, fields: new Map() };
      }
      return;
    }
    this.#item.cells += 1;
    if (this.#depth === this.#item.depth + 1) this.#openField(tag, this.#item.fields);
  }

  /** Reads children of the item only: `g:shipping` has a price of its own. The first of several values is kept. */
  #openField(tag: SaxesTagNS, fields: ReadonlyMap<GoogleAttribute, string>): void {
    const name = fieldOf(tag);
    if (name === undefined || fields.has(name)) return;
    const rel = tag.attributes['rel']?.value ?? 'alternate';
    const href = tag.attributes['href']?.value;
    this.#field = { name, pieces: href !== undefined && rel === 'alternate' ? [href] : [] };
  }

  #add(text: string): void {
    this.#field?.pieces.push(text);
  }

  #close(): void {
    const item = this.#item;
    if (item !== undefined && this.#depth === item.depth + 1) this.#closeField(item);
    if (item !== undefined && this.#depth === item.depth) {
      this.#rows.push({ line: item.line, cells: item.cells, fields: item.fields });
      this.#item = undefined;
    }
    this.#depth -= 1;
  }

  #closeField({ fields }: OpenItem): void {
    const text = this.#field?.pieces.join('').trim();
    if (this.#field !== undefined && text) fields.set(this.#field.name, text);
    this.#field = undefined;
  }
}

async function* feedRows(text: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  const collector = new FeedCollector();
  for await (const piece of text) yield* collector.write(piece);
  collector.end();
}
