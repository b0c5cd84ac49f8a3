/** The lines of a download, in pages that are read one after the other. */
import type { Tx } from '../../../core/database/db.ts';
import { csvLine } from './csv.ts';
import { selectDetails } from './details.ts';
import { toHistoryJson } from './json.ts';
import { selectNext, type HistoryPosition, type Search } from './queries.ts';

/** Executions that are in memory at once. */
const PAGE = 500;

/** So many lines after a place, some hundred at a time; no more are read than the caller takes. */
export async function* historyLines(
  tx: Tx,
  search: Search,
  after: HistoryPosition | undefined,
  most: number,
): AsyncGenerator<string, void> {
  let place = after;
  for (let left = most; left > 0;) {
    const wanted = Math.min(left, PAGE);
    const found = await selectNext(tx, search, place, wanted);
    if (found.length > 0) yield (await selectDetails(tx, found)).map((row) => csvLine(toHistoryJson(row))).join('');
    if (found.length < wanted) return;
    left -= found.length;
    place = found.at(-1);
  }
}
