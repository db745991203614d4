import { isUtf8 } from 'node:buffer';
import { CatalogFileError } from './import-errors.ts';

const newline = 0x0a;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The maximum length of a line: it is parsed at once, while nothing else runs. */
const maxLineBytes = 4 * 1024 * 1024;

/**
 * Decodes bytes into pieces of whole lines, with `\n` line ends and without a byte order mark. With `splitAt`, a piece
 * may also end after that byte: some XML is one line. Throws CatalogFileError with the line of the first byte that is
 * not UTF-8, and for a line that is too long.
 */
export async function* decodeUtf8(
  chunks: AsyncIterable<Uint8Array>,
  splitAt = newline,
): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let line = 1;
  let first = true;
  const decodeLines = (bytes: Buffer): string => {
    const text = decode(first ? withoutByteOrderMark(bytes) : bytes, line);
    line += countLines(bytes);
    first = false;
    return text;
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = bytes.lastIndexOf(newline) + 1 || bytes.lastIndexOf(splitAt) + 1;
    if (end === 0) {
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes > maxLineBytes) throw new CatalogFileError('broken_file', lineTooLong, line);
      continue;
    }
    yield decodeLines(Buffer.concat([...pending, bytes.subarray(0, end)]));
    pending = [bytes.subarray(end)];
    pendingBytes = bytes.length - end;
  }
  const rest = Buffer.concat(pending);
  if (rest.length > 0) yield decodeLines(rest);
}

const lineTooLong = 'the line is longer than 4 MB';

function invalidLine(bytes: Buffer, firstLine: number): number {
  let line = firstLine;
  for (let start = 0; start < bytes.length; line += 1) {
    const next = bytes.indexOf(newline, start);
    const end = next === -1 ? bytes.length : next + 1;
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end;
  }
  return firstLine;
}

function decode(bytes: Buffer, firstLine: number): string {
  if (isUtf8(bytes)) return decoder.decode(bytes).replace(/\r\n?/g, '\n');
  const advice = 'not UTF-8: save the file as "CSV UTF-8" or export it again';
  throw new CatalogFileError('not_utf8', advice, invalidLine(bytes, firstLine));
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}
