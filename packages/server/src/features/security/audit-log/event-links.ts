/** The order of a page of events, and the links to its neighbours. */
import type { QueryOf, Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { readCursor, toCursor } from './cursors.ts';
import type { EventOrder } from './event-page.ts';
import type { AuditRow } from './json.ts';

type Query = QueryOf<'GET /api/v1/audits'>;

/** `read` is the order in which the rows are read: against that of the page where the page before a cursor is wanted. */
export type PageOrder = { read: Omit<EventOrder, 'limit'>; backwards: boolean; limit: number };

/** Reads sort, limit and cursors. */
export function eventOrder({ sort = '-eventTime', limit = 20, next, prev }: Query): PageOrder {
  if (next !== undefined && prev !== undefined) throw invalid('malformed_request', 'Send either query.next or query.prev.');
  const cursor = next ?? prev;
  const backwards = prev !== undefined;
  const read = {
    by: sort.endsWith('eventTime') ? 'time' : 'action',
    descending: sort.startsWith('-') !== backwards,
    after: cursor === undefined ? undefined : readCursor(cursor),
  } as const;
  return { read, backwards, limit };
}

/**
 * Returns the rows of a page in its order, and its links. `rows` has one row more than the page if there are further ones.
 * @rule audit-log.audits.links
 */
export function eventLinks(
  address: string,
  query: Query,
  { backwards, limit, read }: PageOrder,
  rows: readonly AuditRow[],
): { shown: AuditRow[]; links: Schema<'AuditLinks'> } {
  const hasMore = rows.length > limit;
  const shown = backwards ? rows.slice(0, limit).toReversed() : rows.slice(0, limit);
  const { eventTime, eventType, source, userId, id, sort } = query;
  const linkTo = (cursor: { next?: string | undefined; prev?: string | undefined }): { href: string } => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ eventTime, eventType, source, userId, id, sort, limit, ...cursor }))
      if (value !== undefined) parameters.set(name, String(value));
    return { href: `${address}?${String(parameters)}` };
  };
  const [first, last] = [shown.at(0), shown.at(-1)];
  const follows = backwards || hasMore;
  const precedes = backwards ? hasMore : read.after !== undefined;
  return {
    shown,
    links: {
      self: linkTo({ next: query.next, prev: query.prev }),
      ...(last && follows && { next: linkTo({ next: toCursor(last) }) }),
      ...(first && precedes && { prev: linkTo({ prev: toCursor(first) }) }),
    },
  };
}
