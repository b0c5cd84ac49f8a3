/** The rules of datasets. */
import { invalid } from '../../../core/base/problem.ts';

const MAX_COLUMNS = 10_000;

/**
 * Refuses two columns of one path.
 * @rule datasets.columns.once
 */
export function requirePathsOnce(columns: readonly { path: string }[]): void {
  const seen = new Set<string>();
  for (const { path } of columns) {
    if (seen.has(path)) throw invalid('column_twice', `The column '${path}' is in the body twice: send it once.`);
    seen.add(path);
  }
}

/**
 * A dataset has at most 10,000 columns.
 * @rule datasets.columns.room
 */
export function requireRoomForColumns(present: readonly { path: string }[], added: readonly { path: string }[]): void {
  const paths = new Set([...present, ...added].map(({ path }) => path));
  if (paths.size > MAX_COLUMNS)
    throw invalid('too_many_columns', `A dataset has at most ${MAX_COLUMNS} columns; with these it has ${paths.size}.`);
}
