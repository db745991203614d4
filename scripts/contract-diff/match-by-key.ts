/** Matches the items of two versions by their keys: those of one side only, and the pairs in the order of the new one. */
export function matchByKey<Item>(
  old: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
): {
  readonly removed: (readonly [key: string, item: Item])[];
  readonly added: (readonly [key: string, item: Item])[];
  readonly pairs: { readonly key: string; readonly old: Item; readonly new: Item }[];
} {
  return {
    removed: [...old].filter(([key]) => !now.has(key)),
    added: [...now].filter(([key]) => !old.has(key)),
    pairs: [...now].flatMap(([key, item]) => {
      const partner = old.get(key);
      return partner === undefined ? [] : [{ key, old: partner, new: item }];
    }),
  };
}
