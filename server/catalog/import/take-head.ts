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
