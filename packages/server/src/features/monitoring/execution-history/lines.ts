/** Reads the lines of a download, page by page. */
import type { Tx } from '../../../core/database/db.ts';
import { csvLine } from './csv.ts';
import { selectDetails } from './details.ts';
import { toHistoryJson } from './json.ts';
import { selectNextExecutions, type HistoryPosition, type HistorySearch } from './queries.ts';

/** The maximum number of executions in memory. */
const PAGE_SIZE = 500;

/** Yields at most `most` lines after a position, page by page. It reads a page only when the caller needs it. */
export async function* historyLines(
  tx: Tx,
  search: HistorySearch,
  after: HistoryPosition | undefined,
  most: number,
): AsyncGenerator<string, void> {
  let position = after;
  for (let left = most; left > 0;) {
    const size = Math.min(left, PAGE_SIZE);
    const found = await selectNextExecutions(tx, search, position, size);
    if (found.length > 0) yield (await selectDetails(tx, found)).map((row) => csvLine(toHistoryJson(row))).join('');
    if (found.length < size) return;
    left -= found.length;
    position = found.at(-1);
  }
}
