type Dimensions = Readonly<Record<string, readonly unknown[]>>;

type RowOf<T extends Dimensions> = { readonly [Name in keyof T]: T[Name][number] };

/** The position of a value in each dimension, as far as it is chosen. */
type Choice = readonly (number | undefined)[];

/** The pairs of a value of one dimension and the chosen values of the others. */
function pairsWith(choice: Choice, at: number, position: number): readonly string[] {
  return choice.flatMap((other, index) => {
    if (other === undefined || index === at) return [];
    return [index < at ? `${index} ${other} ${at} ${position}` : `${at} ${position} ${index} ${other}`];
  });
}

/** Every pair of values of two dimensions. */
function allPairs(values: readonly (readonly unknown[])[]): Set<string> {
  const positions = values.map((one) => [...one.keys()]);
  return new Set(
    positions.flatMap((ones, at) =>
      positions.flatMap((others, index) =>
        index <= at ? [] : ones.flatMap((one) => others.map((other) => `${at} ${one} ${index} ${other}`)),
      ),
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
  const missing = allPairs(values);
  const rows: RowOf<T>[] = [];
  for (let [pair] = missing; pair !== undefined; [pair] = missing) {
    const [at, one, after, other] = pair.split(' ').map(Number);
    const row = names.map((_, index) => (index === at ? one : index === after ? other : undefined));
    for (const [dimension, candidates] of values.entries()) {
      if (row[dimension] !== undefined) continue;
      const added = (position: number): number =>
        pairsWith(row, dimension, position).filter((each) => missing.has(each)).length;
      row[dimension] = [...candidates.keys()].reduce(
        (best, next) => (added(next) > added(best) ? next : best),
        0,
      );
    }
    for (const [dimension, position = 0] of row.entries())
      for (const covered of pairsWith(row, dimension, position)) missing.delete(covered);
    const entries = names.map((name, dimension) => [name, values[dimension]?.[row[dimension] ?? 0]]);
    rows.push(Object.fromEntries(entries) as RowOf<T>);
  }
  return rows;
}
