type Dimensions = Readonly<Record<string, readonly unknown[]>>;

/** One value of each dimension. */
type RowOf<T extends Dimensions> = { readonly [Name in keyof T]: T[Name][number] };

/** The position of a value in each dimension, as far as it is chosen. */
type Choice = readonly (number | undefined)[];

/** The pairs of values in a choice. */
function pairsOf(choice: Choice): readonly string[] {
  return choice.flatMap((one, at) =>
    one === undefined
      ? []
      : choice.flatMap((other, after) =>
          other === undefined || after <= at ? [] : [`${at} ${one} ${after} ${other}`],
        ),
  );
}

/**
 * Rows in which each value of a dimension occurs with each value of every other one. Greedy: a row begins with a pair
 * that no row has, and gets in each other dimension the value that adds the most such pairs. The same rows each time.
 */
export function pairwise<T extends Dimensions>(dimensions: T): readonly RowOf<T>[] {
  const names = Object.keys(dimensions);
  const values = names.map((name) => dimensions[name] ?? []);
  const empty: Choice = names.map(() => undefined);
  const missing = new Set(
    values.flatMap((ones, at) =>
      values.flatMap((others, after) =>
        after <= at
          ? []
          : ones.flatMap((_one, index) =>
              others.flatMap((_other, position) => pairsOf(empty.with(at, index).with(after, position))),
            ),
      ),
    ),
  );
  const added = (choice: Choice): number => pairsOf(choice).filter((pair) => missing.has(pair)).length;
  const rows: RowOf<T>[] = [];
  for (let [pair] = missing; pair !== undefined; [pair] = missing) {
    const [at = 0, one, after = 0, other] = pair.split(' ').map(Number);
    let row = empty.with(at, one).with(after, other);
    for (const [dimension, candidates] of values.entries()) {
      if (row[dimension] !== undefined) continue;
      const choices = candidates.map((_, index) => row.with(dimension, index));
      row = choices.reduce(
        (best, choice) => (added(choice) > added(best) ? choice : best),
        choices[0] ?? row,
      );
    }
    for (const covered of pairsOf(row)) missing.delete(covered);
    const entries = names.map((name, dimension) => [name, values[dimension]?.[row[dimension] ?? 0]]);
    rows.push(Object.fromEntries(entries) as RowOf<T>);
  }
  return rows;
}
