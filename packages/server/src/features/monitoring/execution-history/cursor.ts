/** Cursors of the history: the position of an execution in the order of a search. */
import { invalid } from '../../../core/base/problem.ts';
import { readCursor, toCursor } from '../../../core/http/cursors.ts';
import type { FoundExecution } from './queries.ts';

/** The forms of the parts of a cursor: the time of the end in microseconds, empty without an end; the trigger time; the id. */
const FORMS = [/^\d{0,17}$/, /^\d{1,17}$/, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/];

/** Writes the position of an execution. */
export const historyCursor = ({ ended, triggered, id }: FoundExecution): string => toCursor([String(ended ?? ''), String(triggered), id]);

/**
 * Reads the position after which a page begins; undefined for the first page.
 * @rule execution-history.search.cursor
 */
export function readHistoryCursor(cursor: string | undefined | null, offset: number): FoundExecution | undefined {
  if (!cursor) return undefined;
  if (offset > 0) throw invalid('malformed_request', 'Send either body.cursor or body.offset: a cursor says where the page begins.');
  const [ended = '', triggered, id = ''] = readCursor(cursor, FORMS);
  return { ended: ended === '' ? null : Number(ended), triggered: Number(triggered), id, plan: false };
}
