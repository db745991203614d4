/** What waits, by owner: owners take turns, and what one of them has waits in its order. */
export class FairQueue<Item> {
  readonly #items = new Map<string, Item[]>();

  /** How many items of this owner wait. */
  size(owner: string): number {
    return this.#items.get(owner)?.length ?? 0;
  }

  add(owner: string, item: Item): void {
    const own = this.#items.get(owner);
    if (own === undefined) this.#items.set(owner, [item]);
    else own.push(item);
  }

  /** Removes an item; false when it does not wait any more. */
  remove(owner: string, item: Item): boolean {
    const own = this.#items.get(owner) ?? [];
    const rest = own.filter((other) => other !== item);
    if (rest.length === 0) this.#items.delete(owner);
    else this.#items.set(owner, rest);
    return rest.length < own.length;
  }

  /** Removes the next item; undefined when none waits. */
  shift(): Item | undefined {
    const [next] = this.#items;
    if (next === undefined) return undefined;
    const [owner, items] = next;
    const item = items.shift();
    // The next turn is that of the others.
    this.#items.delete(owner);
    if (items.length > 0) this.#items.set(owner, items);
    return item;
  }
}
