import { SaxesParser, type SaxesTagNS } from 'saxes';
import { CatalogFileError } from '../import-errors.ts';
import type { CatalogReader } from '../import-event.ts';
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

/** The attribute's name, or undefined for an element of another namespace. */
function fieldOf(tag: SaxesTagNS): string | undefined {
  if (tag.uri === googleNamespace) return tag.local;
  if (tag.uri === atomNamespace) return atomNames.get(tag.local) ?? tag.local;
  return tag.uri === '' ? tag.local : undefined;
}

/** Collects the items of a feed from pieces of its text. */
class FeedCollector {
  readonly #parser = new SaxesParser({ xmlns: true });
  #rows: FeedRow[] = [];
  #depth = 0;
  #item: { readonly line: number; readonly depth: number; readonly fields: Map<string, string> } | undefined;
  #field: string | undefined;

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
    if (this.#item === undefined) {
      if (itemNames.has(tag.local)) {
        this.#item = { line: this.#parser.line, depth: this.#depth, fields: new Map() };
      }
    } else if (this.#depth === this.#item.depth + 1) {
      this.#openField(tag, this.#item.fields);
    }
  }

  /** Reads children of the item only: `g:shipping` has a price of its own. The first of several values is kept. */
  #openField(tag: SaxesTagNS, fields: Map<string, string>): void {
    const name = fieldOf(tag);
    if (name === undefined || (fields.get(name) ?? '').trim() !== '') return;
    const rel = tag.attributes['rel']?.value ?? 'alternate';
    const href = tag.attributes['href']?.value;
    fields.set(name, href !== undefined && rel === 'alternate' ? href : '');
    this.#field = name;
  }

  #add(text: string): void {
    const fields = this.#item?.fields;
    if (fields !== undefined && this.#field !== undefined) {
      fields.set(this.#field, (fields.get(this.#field) ?? '') + text);
    }
  }

  #close(): void {
    const item = this.#item;
    if (item !== undefined && this.#depth === item.depth + 1) this.#field = undefined;
    if (item !== undefined && this.#depth === item.depth) {
      const fields = new Map([...item.fields].map(([name, text]) => [name, text.trim()]));
      this.#rows.push({ line: item.line, fields });
      this.#item = undefined;
    }
    this.#depth -= 1;
  }
}

async function* feedRows(text: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  const collector = new FeedCollector();
  for await (const piece of text) yield* collector.write(piece);
  collector.end();
}
