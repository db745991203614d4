/** Random values that a seed repeats on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A number from `min` to below `max`. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  /** One of the items, in proportion to their weights. Throws without any. */
  pick<Item extends { readonly weight: number }>(items: readonly Item[]): Item;
}

/** The generator mulberry32: each call returns the next number in [0, 1). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (items) => {
      let rest = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      const picked = items.find(({ weight }) => (rest -= weight) < 0);
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}
