import { mulberry32 } from '../server/demo/random.ts';

/** Random values that a seed repeats on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from 0 to `max` - 1. */
  below(max: number): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  bytes(length: number): Buffer;
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const below = (max: number): number => Math.floor(next() * max);
  return {
    next,
    below,
    between: (min, max) => min + below(max - min + 1),
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}

/** The random values of item `index` in a run with `seed`: each item can be made again by itself. */
export function createRandomOf(seed: number, index: number): Random {
  return createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
}
