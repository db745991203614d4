import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CatalogFileError } from './import-errors.ts';

/** A file, or a stream of bytes. `name` is a file name, whose extension helps to detect the format. */
export type ImportSource =
  | { readonly path: string }
  | { readonly stream: AsyncIterable<Uint8Array>; readonly name?: string };

export interface ImportProgress {
  readonly bytesRead: number;
  /** Absent when the size is not known in advance. */
  readonly bytesTotal?: number;
}

export interface OpenSource {
  readonly name: string;
  readonly bytesTotal: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Opens the source. Throws CatalogFileError when the file cannot be read. */
export async function openSource(source: ImportSource): Promise<OpenSource> {
  if ('stream' in source) {
    return { name: source.name ?? '', bytesTotal: undefined, chunks: source.stream };
  }
  const { path } = source;
  const stats = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return { name: path, bytesTotal: stats.isFile() ? stats.size : undefined, chunks: fileChunks(path) };
}

/** Yields the chunks, and calls `onProgress` for each. */
export async function* withProgress(
  { chunks, bytesTotal }: OpenSource,
  onProgress: (progress: ImportProgress) => void,
): AsyncGenerator<Uint8Array> {
  let bytesRead = 0;
  for await (const chunk of chunks) {
    bytesRead += chunk.byteLength;
    onProgress({ bytesRead, ...(bytesTotal === undefined ? {} : { bytesTotal }) });
    yield chunk;
  }
}

/** Reads the first bytes, at least `length` unless the source is shorter. */
export async function peekStart(chunks: AsyncIterable<Uint8Array>, length: number): Promise<PeekedSource> {
  const iterator = chunks[Symbol.asyncIterator]();
  const chunksRead: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const next = await iterator.next();
    if (next.done) break;
    chunksRead.push(next.value);
    size += next.value.byteLength;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* chunksRead;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { start: Buffer.concat(chunksRead), whole: whole(), close: async () => iterator.return?.() };
}

function unreadable(path: string, error: unknown): CatalogFileError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const reason = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'it is a folder' : code;
  return new CatalogFileError('unreadable', `cannot read ${path}: ${reason}`);
}

async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk;
  } catch (error) {
    throw unreadable(path, error);
  }
}

interface PeekedSource {
  readonly start: Uint8Array;
  /** All bytes, from the start. */
  readonly whole: AsyncIterable<Uint8Array>;
  /** Closes the source, also when it was not read to the end. */
  close(): Promise<unknown>;
}
