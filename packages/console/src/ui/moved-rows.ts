/**
 * The number of places by which most of the rows that are seen have moved down. A row that changes its place alone, such as a run that ends, does not
 * count.
 */
export function rowsMovedBy(before: readonly string[], after: readonly string[], first: number, count: number): number {
  const places = new Map(after.map((key, index) => [key, index]));
  const moves = before
    .slice(first, first + count)
    .map((key, index) => (places.get(key) ?? Number.NaN) - first - index)
    .filter((move) => !Number.isNaN(move))
    .toSorted((one, other) => one - other);
  return moves[Math.floor(moves.length / 2)] ?? 0;
}
