/** A deterministic source of random values: the same seed gives the same values on every machine. */
export interface Random {
  /** A whole number from 0 to `max` - 1. */
  below(max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  bytes(length: number): Buffer;
}

/** The random values of request `index` in a run with `seed` (mulberry32): each request can be made again by itself. */
export function randomOf(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (max: number): number => Math.floor(next() * max);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
