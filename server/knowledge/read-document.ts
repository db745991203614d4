import { extname } from 'node:path';
import { plainText } from '../catalog/import/plain-text.ts';
import { truncateText } from '../catalog/product.ts';
import type { KnowledgeDocument } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { decodeText } from './decode-text.ts';
import { joinWrappedLines } from './join-wrapped-lines.ts';
import { readQuestionPairs } from './read-question-pairs.ts';
import { firstTitle, maxTitleLength, splitPassages } from './split-passages.ts';

/** A file, or what an address responded with. */
export interface SourceFile {
  /** A file name, or the address of a page; stored as the document's source. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The `Content-Type` of a response; the format of a file follows from its name. */
  readonly contentType?: string | undefined;
}

/** A text that a person has typed: Markdown, or questions and answers. */
export interface TypedText {
  /** The document's source, and its title. */
  readonly name: string;
  readonly text: string;
}

export type DocumentSource = SourceFile | TypedText;

export type ReadDocument = Pick<KnowledgeDocument, 'source' | 'title' | 'format' | 'passages'>;
type Format = KnowledgeDocument['format'];

/** Maximum size of a file, in bytes: 1 MB. */
export const maxFileBytes = 1024 * 1024;

/** Of one store: an index of 2,000 passages takes 0.7 s of CPU time and 11 MB (decision 0058). */
export const maxPassages = 2_000;

const formatsByEnding: ReadonlyMap<string, Format> = new Map([
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.txt', 'text'],
  ['.csv', 'question-pairs'],
]);
const formatsByType: ReadonlyMap<string, Format> = new Map([
  ['text/markdown', 'markdown'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/plain', 'text'],
  ['text/csv', 'question-pairs'],
]);

/** The endings of file names that can be imported. */
export const fileEndings: readonly string[] = [...formatsByEnding.keys()];

/**
 * Reads a Markdown, HTML or text file, or a table of questions and answers, into passages without markup of HTML. Throws
 * ServiceError `invalid_request` with the file's name when it is too large, of another format or encoding, or empty.
 */
export function readDocument(source: DocumentSource): ReadDocument {
  const { name } = source;
  if ('text' in source) return { ...readText(name, 'markdown', source.text), title: name };
  const { bytes, contentType } = source;
  if (bytes.length > maxFileBytes) throw invalid(name, 'it is larger than 1 MB: split it');
  const format = formatOf(name, contentType);
  const charset = /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType ?? '')?.[1];
  return readText(name, format, decodeText(name, bytes, charset));
}

/** The same for text that is already decoded. */
export function readText(name: string, format: Format, text: string): ReadDocument {
  const { title, passages } = contentOf(name, format, text);
  if (passages.length === 0) throw invalid(name, 'it has no text');
  if (passages.length > maxPassages) throw invalid(name, `it has more than ${maxPassages} passages`);
  return { source: name, title, format, passages };
}

function contentOf(name: string, format: Format, text: string): Pick<ReadDocument, 'title' | 'passages'> {
  if (format === 'question-pairs') return { title: nameTitle(name), passages: readQuestionPairs(name, text) };
  const plain =
    format === 'html'
      ? plainText(text, 'page')
      : plainText(joinWrappedLines(keepAddresses(text)), 'markdown');
  const pageTitle = format === 'html' ? /<title[^<>]*>([^<]{1,500})/i.exec(text)?.[1] : undefined;
  const ownTitle = firstTitle(plain) ?? plainText(pageTitle ?? '').replaceAll('\n', ' ');
  const title = truncateText(ownTitle, maxTitleLength) || nameTitle(name);
  return { title, passages: splitPassages(plain, title) };
}

/** In Markdown `<help@shop.example>` is an address, which is not to be removed as a tag. */
function keepAddresses(text: string): string {
  return text.replace(/<((?:https?:|mailto:|tel:)[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>/gi, '$1');
}

/** `faq/gift-cards.md` is called `gift cards`. */
function nameTitle(name: string): string {
  const last = name.split('/').findLast((part) => part !== '') ?? name;
  return truncateText(
    last
      .replace(/\.\w+$/, '')
      .replace(/[-_]+/g, ' ')
      .trim() || name,
    maxTitleLength,
  );
}

function formatOf(name: string, contentType: string | undefined): Format {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';');
  const format =
    contentType === undefined
      ? formatsByEnding.get(extname(name).toLowerCase())
      : formatsByType.get(type.trim());
  if (format !== undefined) return format;
  throw invalid(
    name,
    'only Markdown (.md), HTML (.html), text (.txt) and tables of questions and answers (.csv) can be imported',
  );
}

function invalid(name: string, message: string): ServiceError {
  return new ServiceError('invalid_request', `${name}: ${message}`);
}
