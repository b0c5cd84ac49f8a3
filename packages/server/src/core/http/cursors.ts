/** Pages with opaque cursors: the position of a row in an order, and the links to the neighbours of a page. */
import { invalid } from '../base/problem.ts';

/** The position of a row in an order: the values by which it is ordered, as texts. The last one makes it unique. */
export type CursorPosition = readonly string[];

/** The page that a caller asks for; `next` and `prev` are cursors. */
export type CursorQuery = { limit?: number | undefined; next?: string | undefined; prev?: string | undefined };

/** The page to read: up to `limit` rows after a position, against the order of the list if `backwards`. */
export type CursorPage = { limit: number; after: CursorPosition | undefined; backwards: boolean };

/** The links of a page. */
export type PageLinks = { self: { href: string }; next?: { href: string }; prev?: { href: string } };

const DEFAULT_LIMIT = 20;

/** Writes a cursor. */
export const toCursor = (position: CursorPosition): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * Reads which page a caller asks for. `forms` are the forms of the values in a cursor.
 * @rule audit-log.audits.cursor
 */
export function readCursorPage({ limit = DEFAULT_LIMIT, next, prev }: CursorQuery, forms: readonly RegExp[]): CursorPage {
  if (next !== undefined && prev !== undefined) throw invalid('malformed_request', 'Send either query.next or query.prev.');
  const cursor = next ?? prev;
  return { limit, after: cursor === undefined ? undefined : readCursor(cursor, forms), backwards: prev !== undefined };
}

/** Reads a cursor; refuses one of another list. `forms` are the forms of the values in a cursor. */
export function readCursor(cursor: string, forms: readonly RegExp[]): CursorPosition {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const fits = (value: unknown, index: number): boolean => typeof value === 'string' && forms[index]?.test(value) === true;
    if (Array.isArray(position) && position.length === forms.length && position.every(fits)) return position as string[];
  } catch {
    // The next lines refuse it.
  }
  throw invalid('malformed_request', 'The cursor is not one of this list: follow the links of an answer.');
}

/** The list to which links lead. `names` are other names of the cursors in its query, if it has such names. */
type LinkTarget = {
  address: string;
  parameters: Readonly<Record<string, unknown>>;
  query: CursorQuery;
  names?: Readonly<Record<string, string>> | undefined;
};

/**
 * Returns the rows of a page in the order of the list, and its links. `rows` has one row more than the page if there are further ones. The links repeat
 * `parameters` of the query.
 * @rule audit-log.audits.links
 */
export function linkPages<Row>(
  { address, parameters, query, names = {} }: LinkTarget,
  { limit, after, backwards }: CursorPage,
  rows: readonly Row[],
  positionOf: (row: Row) => CursorPosition,
): { shown: Row[]; links: PageLinks } {
  const hasMore = rows.length > limit;
  const shown = backwards ? rows.slice(0, limit).toReversed() : rows.slice(0, limit);
  const linkTo = (cursor: Omit<CursorQuery, 'limit'>): { href: string } => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...parameters, limit, ...cursor }))
      if (value !== undefined) search.set(names[name] ?? name, String(value));
    return { href: `${address}?${String(search)}` };
  };
  const [first, last] = [shown.at(0), shown.at(-1)];
  const follows = backwards || hasMore;
  const precedes = backwards ? hasMore : after !== undefined;
  return {
    shown,
    links: {
      self: linkTo({ next: query.next, prev: query.prev }),
      ...(last !== undefined && follows && { next: linkTo({ next: toCursor(positionOf(last)) }) }),
      ...(first !== undefined && precedes && { prev: linkTo({ prev: toCursor(positionOf(first)) }) }),
    },
  };
}
