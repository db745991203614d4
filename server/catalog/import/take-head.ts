/** The first bytes, at least `length` where there are that many, and all bytes from the beginning. */
export async function takeHead(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ readonly head: Uint8Array; readonly whole: AsyncIterable<Uint8Array> }> {
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
  return { head: Buffer.concat(taken), whole: whole() };
}
