/** Pages of lists: the rows of a page and the exact number of all that the caller may see. */
import type { Tx } from './db.ts';
import { sql, type Sql } from './sql.ts';

/** A page as the database gives it. */
export type Page<Row> = { total: number; rows: Row[] };

/**
 * Where a page begins and how many entries it holds at most; the contract fills in what a caller leaves out.
 * @rule paging.limits.limit
 * @rule paging.limits.offset
 */
export type PageQuery = { limit?: number | undefined; offset?: number | undefined };

/** What a page is taken from. */
export type PageSource = {
  columns: Sql;
  from: Sql;
  /** Joins that only `columns` need: each row of `from` has exactly one partner in them, so that counting can leave them out. */
  joins?: Sql;
  where: Sql;
  /** Further columns that are costly: computed for the rows of the page only, which are called `found`, and not for those that it passes over. */
  details?: Sql;
  /** A total order, so that no entry stands on two pages. */
  order: Sql;
} & PageQuery;

const DEFAULT_LIMIT = 100;

/**
 * Takes a page and the total in one statement. The count is a row of its own to which the page is joined: it is there also when the page is empty,
 * and the page needs no window over the whole set.
 * @rule paging.list.total
 */
export async function selectPage<Row extends object>(tx: Tx, source: PageSource): Promise<Page<Row>> {
  const { columns, from, joins = sql``, where, details, order, limit = DEFAULT_LIMIT, offset = 0 } = source;
  const rows = await tx.rows<Row & { page_total: number; page_position: number | null }>(sql`
    select counted.page_total, page.*
    from (
      select count(*) as page_total
      from ${from}
      where ${where}
    ) counted
    left join (
      select row_number() over () as page_position, found.*${details === undefined ? sql`` : sql`, ${details}`}
      from (
        select ${columns}
        from ${from}
        ${joins}
        where ${where}
        order by ${order}
        limit ${limit}
        offset ${offset}
      ) found
    ) page on true
    order by page.page_position`);
  return {
    total: rows[0]?.page_total ?? 0,
    rows: rows.flatMap(({ page_total: _total, page_position: position, ...row }) => (position === null ? [] : [row as unknown as Row])),
  };
}

/** Page → `{items, limit, offset, total}`. */
export const toPage = <Row, Json>(
  page: Page<Row>,
  query: PageQuery,
  toJson: (row: Row) => Json,
): { items: Json[]; limit: number; offset: number; total: number } => ({
  items: page.rows.map((row) => toJson(row)),
  limit: query.limit ?? DEFAULT_LIMIT,
  offset: query.offset ?? 0,
  total: page.total,
});

/** Which page a caller asks for where pages have numbers. */
export type NumberedQuery = { page?: number | undefined; size?: number | undefined };

/** Numbered page → where it begins and how much it holds. */
export const sliceOf = ({ page = 1, size = DEFAULT_LIMIT }: NumberedQuery): Required<PageQuery> => ({
  limit: size,
  offset: (page - 1) * size,
});

/**
 * Numbered page → the headers that tell of it; no entries at all are one page.
 * @rule groups.list.page
 */
export function pageHeaders(page: Page<unknown>, query: NumberedQuery): Record<string, string> {
  const { page: number = 1, size = DEFAULT_LIMIT } = query;
  const pages = Math.max(1, Math.ceil(page.total / size));
  return {
    'page-first': String(number === 1),
    'page-last': String(number >= pages),
    'page-number': String(number),
    'page-total-elements': String(page.rows.length),
    'total-elements': String(page.total),
    'total-pages': String(pages),
  };
}
