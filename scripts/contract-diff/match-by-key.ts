/** Items of two versions: those of one side only, and the pairs. */
export interface Matches<Item> {
  readonly removed: readonly (readonly [key: string, item: Item])[];
  readonly added: readonly (readonly [key: string, item: Item])[];
  /** In the order of the new version. */
  readonly pairs: readonly { readonly key: string; readonly old: Item; readonly new: Item }[];
}

/** Matches the items of two versions that have the same key. */
export function matchByKey<Item>(
  old: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
): Matches<Item> {
  return {
    removed: [...old].filter(([key]) => !now.has(key)),
    added: [...now].filter(([key]) => !old.has(key)),
    pairs: [...now].flatMap(([key, item]) => {
      const partner = old.get(key);
      return partner === undefined ? [] : [{ key, old: partner, new: item }];
    }),
  };
}
