/** Pages of lists: the rows of a page and the exact number of all that the caller may see. */
import { sql, unnamed, type Sql, type Tx } from '../database/sql.ts';

/** A page as the database gives it. */
export type Page<Row> = { total: number; rows: Row[] };

/**
 * The position at which a page begins, and its maximum number of entries; the contract limits this number (`sections/shared/openapi.yaml`).
 * @rule paging.limits.limit
 * @rule paging.limits.offset
 */
export type PageQuery = { limit?: number | undefined; offset?: number | undefined };

/** The query of a page. For skipped rows only ids are read, so `from` has only the tables that `where` and `order` need. */
export type PageSource = {
  /** The id of a row of `from`. */
  id: Sql;
  from: Sql;
  where: Sql;
  /** A total order, so that no entry is on two pages, and the same order backwards. */
  order: readonly [forwards: Sql, backwards: Sql];
  /** The columns of the entries, from tables that join `found`, which has their `id`: exactly one row for each. */
  columns: Sql;
  /** The joins of these tables. */
  of: Sql;
} & PageQuery;

const DEFAULT_LIMIT = 100;

/**
 * Reads a page, and the exact number of all entries. A page of the second half is read from the end. Both statements must see the same state: the
 * caller runs them in a transaction 'read only'.
 * @rule paging.list.total
 */
export async function selectPage<Row extends object>(tx: Tx, source: PageSource): Promise<Page<Row>> {
  const { total } = await tx.only<{ total: number }>(
    unnamed(sql`
      select count(*) as total
      from ${source.from}
      where ${source.where}`),
  );
  return { total, rows: await selectRows<Row>(tx, source, total) };
}

/** Up to this number, sorting all entries is faster than an index scan, because the wanted entries may be at the end of the index. */
const MAX_SORTED = 5000;

/** The entries of a page; `total` is the number of all. */
async function selectRows<Row extends object>(tx: Tx, source: PageSource, total: number): Promise<Row[]> {
  const { columns, of, limit = DEFAULT_LIMIT, offset = 0 } = source;
  const wanted = Math.min(limit, total - offset);
  if (wanted <= 0) return [];
  const before = total - offset - wanted;
  const isLong = total > MAX_SORTED;
  const backwards = isLong && before < offset;
  const found = isLong ? readInOrder(source, wanted, backwards ? before : offset, backwards) : numberAll(source, wanted, offset);
  return tx.rows<Row>(
    unnamed(sql`
      select ${columns}
      from (${found}) found
      ${of}
      order by found.position ${backwards ? sql`desc` : sql``}`),
  );
}

/** Reads the rows in order, up to the page. */
const readInOrder = ({ id, from, where, order }: PageSource, wanted: number, offset: number, backwards: boolean): Sql => sql`
  select passed.id, row_number() over () as position
  from (
    select ${id} as id
    from ${from}
    where ${where}
    order by ${order[backwards ? 1 : 0]}
    limit ${wanted}
    offset ${offset}
  ) passed`;

/** Numbers all entries. So the database does not choose a plan that is only fast if it meets wanted entries early. */
const numberAll = ({ id, from, where, order }: PageSource, wanted: number, offset: number): Sql => sql`
  select numbered.id, numbered.position
  from (
    select ${id} as id, row_number() over (order by ${order[0]}) as position
    from ${from}
    where ${where}
  ) numbered
  where numbered.position > ${offset}
    and numbered.position <= ${offset + wanted}`;

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

/** Takes the page out of the query of a list. */
export const pageOf = ({ limit, offset }: PageQuery): PageQuery => ({ limit, offset });

/** The page that a caller asks for, by number. */
export type NumberedQuery = { page?: number | undefined; size?: number | undefined };

/** Numbered page → offset and limit. */
export const sliceOf = ({ page = 1, size = DEFAULT_LIMIT }: NumberedQuery): Required<PageQuery> => ({
  limit: size,
  offset: (page - 1) * size,
});

/**
 * Numbered page → the answer with its entries, and headers that count. An empty list has one page.
 * @rule groups.list.page
 */
export function answerPage<Row, Json>(
  page: Page<Row>,
  query: NumberedQuery,
  toJson: (row: Row) => Json,
): { status: 200; headers: Record<string, string>; body: Json[] } {
  const { page: number = 1, size = DEFAULT_LIMIT } = query;
  const pages = Math.max(1, Math.ceil(page.total / size));
  const headers = {
    'page-first': String(number === 1),
    'page-last': String(number >= pages),
    'page-number': String(number),
    'page-total-elements': String(page.rows.length),
    'total-elements': String(page.total),
    'total-pages': String(pages),
  };
  return { status: 200, headers, body: page.rows.map((row) => toJson(row)) };
}
