/** Lists of records that callers filter (RFC 7644), sort, and read by opaque cursors: the position of a row in an order. */
import type { Actor } from '../../identity/actor.ts';
import { ID_FORM } from '../base/id.ts';
import { requireFound, invalid } from '../base/problem.ts';
import { and, type Sql, sql, unnamed, type Tx } from '../database/sql.ts';
import { compileScimFilter, readScimFilter, type ScimColumns } from './scim-filter.ts';

/** A value by which a list can be sorted; it is never null. `form` is the form of its text in a cursor; `parameter` converts the text back. */
type SortValue = { value: Sql; form: RegExp; parameter(text: string): Sql };

/** A text as a sort value, in any letter case. */
export const textSort = (value: Sql): SortValue => ({ value: sql`lower(${value})`, form: /^/, parameter: (text) => sql`${text}::text` });

/** An id as a sort value. Ids are in the order of the creation of their rows. */
export const idSort = (value: Sql): SortValue => ({
  value,
  form: ID_FORM,
  parameter: (text) => sql`${text}::uuid`,
});

/** A time as a sort value, in microseconds, which are all that the database stores. */
export const momentSort = (value: Sql): SortValue => ({
  value: sql`(extract(epoch from ${value}) * 1000000)::bigint`,
  form: /^\d{1,18}$/,
  parameter: (text) => sql`${text}::bigint`,
});

/** The table of rows with its alias, their id, the condition of the rows that the actor sees, and the columns of a row. */
export type RowSource = { from: Sql; id: Sql; visible(actor: Actor): Sql; columns: Sql };

/** One kind of records. */
export type RecordKind<Row extends { id: string }, Json> = {
  noun: string;
  /** The path of its list. */
  path: string;
  /** The attributes that filters name; none if its list has no filter. */
  known?: ScimColumns;
  /** The values by which its list can be sorted, by name; `sort` is the default order. */
  sorts: Readonly<Record<string, SortValue>>;
  sort: string;
  rows: RowSource;
  /** Converts a row; `links` has the address of the record. */
  toJson(row: Row, links: { self: { href: string } }): Json;
};

const WITHOUT_FILTER: ScimColumns = { columns: {}, lists: {} };

/** The parts of a call that reading records needs. */
type RecordCall = { tx: Tx; actor: Actor; settings: { publicUrl(): string } };

/** The query of a list. */
type RecordQuery = CursorQuery & { sort?: string | undefined; filter?: string | undefined; totalResults?: boolean | undefined };

/** How one list differs from the usual list of its kind. */
type Selection = {
  /** A filter of the caller that replaces that of the query. */
  filter?: string;
  /** A further condition on the rows. */
  only?: Sql;
  /** Further parameters of the query, which the links repeat. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Other names of the cursors. */
  names?: Readonly<Record<string, string>>;
  /** The path of its links. */
  path?: string;
};

/** The answer of a list. */
type RecordList<Json> = { data: Json[]; links: PageLinks; totalResults?: number };

/**
 * Lists records, or refuses the filter, the order or the cursor. `filter` replaces the filter of the query, for filters in a body; the links have it, too,
 * so that they lead to the same list by either method. To count records, too, call it in a transaction 'read only'.
 * @rule tenant-style.list.cursor
 * @rule tenant-style.list.total
 */
export async function listRecords<Row extends { id: string }, Json>(
  call: RecordCall,
  kind: RecordKind<Row, Json>,
  query: RecordQuery,
  { filter = query.filter, only = sql`true`, parameters = {}, names, path = kind.path }: Selection = {},
): Promise<{ status: 200; body: RecordList<Json> }> {
  const { from, id, columns } = kind.rows;
  const visible = sql`${kind.rows.visible(call.actor)} and ${only}`;
  const where =
    filter === undefined
      ? visible
      : unnamed(sql`${visible} and ${compileScimFilter(readScimFilter(filter), kind.known ?? WITHOUT_FILTER)}`);
  const order = [...readSort(query.sort ?? kind.sort, kind.sorts), { ...idSort(id), descending: false }];
  const page = readCursorPage(
    query,
    order.map(({ form }) => form),
  );
  const rows = await call.tx.rows<Row & { position: CursorPosition }>(
    unnamed(sql`
      select ${columns}, array[${listed(order.map(({ value }) => sql`${value}::text`))}] as position
      from ${from}
      where ${where}
        and ${afterPosition(order, page)}
      order by ${listed(order.map(({ value, descending }) => (descending === page.backwards ? value : sql`${value} desc`)))}
      limit ${page.limit + 1}`),
  );
  const { sort, totalResults } = query;
  const target = {
    address: call.settings.publicUrl() + path,
    parameters: { ...parameters, filter, sort, totalResults },
    query,
    names,
  };
  const { shown, links } = linkPages(target, page, rows, ({ position }) => position);
  const total = totalResults ? { totalResults: await countRecords(call, kind, where) } : {};
  return { status: 200, body: { data: shown.map((row) => toRecord(call, kind, row)), links, ...total } };
}

/** Counts records: those that fit a condition, or all that the actor sees. */
export async function countRecords<Row extends { id: string }>(
  { tx, actor }: RecordCall,
  { rows }: RecordKind<Row, unknown>,
  where: Sql = rows.visible(actor),
): Promise<number> {
  const { total } = await tx.only<{ total: number }>(sql`
    select count(*) as total
    from ${rows.from}
    where ${where}`);
  return total;
}

/** Finds the row of a record that the actor sees, or refuses. */
export const findRecordRow = <Row extends { id: string }>(
  call: Pick<RecordCall, 'tx' | 'actor'>,
  { noun, rows }: RecordKind<Row, unknown>,
  id: string,
): Promise<Row> => findVisibleRow(call, noun, rows, id);

/** Finds a row that the actor sees, or refuses. */
export async function findVisibleRow<Row>(
  { tx, actor }: Pick<RecordCall, 'tx' | 'actor'>,
  noun: string,
  rows: RowSource,
  id: string,
): Promise<Row> {
  const row = await tx.one<Row>(sql`
    select ${rows.columns}
    from ${rows.from}
    where ${rows.id} = ${id}
      and ${rows.visible(actor)}`);
  return requireFound(row, noun, id);
}

/** Reads a record that the actor sees, or refuses. */
export const readRecord = async <Row extends { id: string }, Json>(
  call: RecordCall,
  kind: RecordKind<Row, Json>,
  id: string,
): Promise<Json> => toRecord(call, kind, await findRecordRow(call, kind, id));

const toRecord = <Row extends { id: string }, Json>(call: RecordCall, { path, toJson }: RecordKind<Row, Json>, row: Row): Json =>
  toJson(row, { self: { href: `${call.settings.publicUrl()}${path}/${row.id}` } });

type Order = readonly (SortValue & { descending: boolean })[];

/**
 * Reads an order such as `+name,-createdAt`. A plus sign in a query means a space.
 * @rule tenant-style.list.sort
 */
function readSort(text: string, sorts: Readonly<Record<string, SortValue>>): Order {
  return text.split(',').map((field) => {
    const name = field.replace(/^[ +-]/, '');
    const value = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
    if (!value)
      throw invalid('malformed_request', `query.sort: '${name}' is no field of the order; expected ${Object.keys(sorts).join(', ')}.`);
    return { ...value, descending: field.startsWith('-') };
  });
}

/** The condition that a row comes after the position at which a page begins. */
function afterPosition(order: Order, { after, backwards }: CursorPage): Sql {
  if (after === undefined) return sql`true`;
  const bounds = order.map((one, index) => ({ ...one, bound: one.parameter(after[index] ?? '') }));
  const cases = bounds.map(({ value, bound, descending }, index) => {
    const before = bounds.slice(0, index).map((earlier) => sql`${earlier.value} = ${earlier.bound}`);
    return and([...before, descending === backwards ? sql`${value} > ${bound}` : sql`${value} < ${bound}`]);
  });
  return sql`(${cases.reduce((all, one) => sql`${all} or ${one}`)})`;
}

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, one) => sql`${all}, ${one}`);

/** The position of a row in an order: the values by which it is ordered, as texts. The last one makes it unique. */
type CursorPosition = readonly string[];

/** The page that a caller asks for; `next` and `prev` are cursors. */
type CursorQuery = { limit?: number | undefined; next?: string | undefined; prev?: string | undefined };

/** The page to read: up to `limit` rows after a position, against the order of the list if `backwards`. */
type CursorPage = { limit: number; after: CursorPosition | undefined; backwards: boolean };

/** The links of a page. */
type PageLinks = { self: { href: string }; next?: { href: string }; prev?: { href: string } };

const DEFAULT_LIMIT = 20;

/** Writes a cursor. */
export const toCursor = (position: CursorPosition): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * Reads which page a caller asks for, or refuses a malformed cursor. `forms` are the forms of the values in a cursor.
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
