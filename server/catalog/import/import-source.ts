import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CatalogFileError } from './import-errors.ts';

/** A file, or bytes from anywhere with a name that tells their format where the content does not. */
export type ImportSource =
  { readonly path: string } | { readonly stream: AsyncIterable<Uint8Array>; readonly name?: string };

export interface ImportProgress {
  readonly bytesRead: number;
  /** Absent where the size is not known ahead. */
  readonly bytesTotal?: number;
}

export interface OpenSource {
  readonly name: string;
  readonly bytesTotal: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

function unreadable(path: string, error: unknown): CatalogFileError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const words = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code;
  return new CatalogFileError('unreadable', `cannot read ${path}: ${words}`);
}

async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Opens what is to be imported. Throws a CatalogFileError where the file cannot be read. */
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

/** Calls back with every chunk that passes. */
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

export interface Head {
  readonly head: Uint8Array;
  /** All bytes from the beginning. */
  readonly whole: AsyncIterable<Uint8Array>;
  /** Closes the source, however far it was read. */
  close(): Promise<unknown>;
}

/** The first bytes, at least `length` where there are that many, and a way to read on. */
export async function takeHead(chunks: AsyncIterable<Uint8Array>, length: number): Promise<Head> {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const next = await iterator.next();
    if (next.done) break;
    taken.push(next.value);
    size += next.value.byteLength;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* taken;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head: Buffer.concat(taken), whole: whole(), close: async () => iterator.return?.() };
}
