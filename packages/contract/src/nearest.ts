/** Returns the edit distance of two texts: the number of characters to change, add, remove or swap with their neighbours. */
export function editDistance(first: string, second: string): number {
  const rows = [Array.from({ length: second.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= first.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= second.length; j += 1) {
      const isSwapped = first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1];
      row.push(
        Math.min(
          at(i - 1, j - 1) + (first[i - 1] === second[j - 1] ? 0 : 1),
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(first.length, second.length);
}

/** The text most similar to `wanted`, ignoring case; undefined if more than half of the characters differ. */
export function nearest(wanted: string, texts: readonly string[]): string | undefined {
  const ranked = texts
    .map((text) => ({ text, distance: editDistance(wanted.toLowerCase(), text.toLowerCase()) }))
    .toSorted((first, second) => first.distance - second.distance);
  const [first] = ranked;
  return first && first.distance * 2 <= Math.max(wanted.length, first.text.length) ? first.text : undefined;
}
