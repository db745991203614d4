/** How many letters differ: inserted, removed, replaced or two adjacent ones swapped (optimal string alignment). */
export function editDistance(left: string, right: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? 0;
}

/** Whether `typed` may be a misspelt `word`: the same first letter, one mistake from five letters, two from eight. */
export function isMisspelt(typed: string, word: string): boolean {
  const [shorter, longer] = [Math.min(typed.length, word.length), Math.max(typed.length, word.length)];
  const max = shorter >= 8 ? 2 : longer >= 5 && shorter >= 4 ? 1 : 0;
  if (max === 0 || typed[0] !== word[0] || longer - shorter > max) return false;
  return /^[^\d]+$/.test(typed) && editDistance(typed, word) <= max;
}
