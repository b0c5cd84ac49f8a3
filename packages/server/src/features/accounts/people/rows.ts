/** The statements that users, groups and roles share. Each one checks the tenant. */
import { requireFound, invalid, notFound } from '../../../core/base/problem.ts';
import { contains, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type NumberedQuery, type Page, selectPage, sliceOf } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The tenant of an actor. */
type InTenant = Pick<Actor, 'tenant'>;

/** Users, groups or roles: their noun, their table with its alias, the id and the name of a row, the rows that an actor sees, columns, and order. */
export type PeopleRows = {
  noun: 'User' | 'Group' | 'Role';
  from: Sql;
  id: Sql;
  name: Sql;
  visible(actor: InTenant): Sql;
  columns: Sql;
  order: readonly [forwards: Sql, backwards: Sql];
};

/** Finds a user, group or role by its id, and locks it by the clause `lock`, if there is one. Refuses an unknown id. */
export async function findPeopleRow<Row>(tx: Tx, actor: InTenant, rows: PeopleRows, id: string, lock: Sql = sql``): Promise<Row> {
  const row = await tx.one<Row>(sql`
    select ${rows.columns}
    from ${rows.from}
    where ${rows.id} = ${id}
      and ${rows.visible(actor)}
    ${lock}`);
  return requireFound(row, rows.noun, id);
}

/**
 * Finds the users, groups or roles with these ids, each once, and those for which `orElse` is true. Prevents their deletion until the transaction ends.
 * Refuses an unknown id.
 */
export async function holdPeopleRows<Row extends { id: string }>(
  tx: Tx,
  actor: InTenant,
  rows: PeopleRows,
  ids: readonly string[],
  orElse: Sql = sql`false`,
): Promise<Row[]> {
  const held = await tx.rows<Row>(sql`
    select ${rows.columns}
    from ${rows.from}
    where (${rows.id} = any (${[...ids]}::uuid[]) or ${orElse})
      and ${rows.visible(actor)}
    order by ${rows.id}
    for key share`);
  const known = new Set(held.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id.toLowerCase()));
  if (missing !== undefined) throw notFound(rows.noun, missing);
  return held;
}

/**
 * Finds the ids of groups or roles that a body names by id or name. Refuses a reference with neither, and an unknown name; an unknown id is refused later,
 * by the statement that uses it.
 */
export async function findReferences(
  tx: Tx,
  actor: InTenant,
  rows: PeopleRows,
  references: readonly { id?: string; name?: string }[] = [],
): Promise<string[]> {
  if (references.some(({ id, name }) => id === undefined && name === undefined))
    throw invalid('malformed_request', 'A reference to a role or a group needs the field id or name.');
  const names = references.flatMap(({ id, name }) => (id === undefined && name !== undefined ? name : []));
  const named = await tx.rows<{ id: string; name: string }>(sql`
    select ${rows.id}, ${rows.name} as name
    from ${rows.from}
    where ${rows.name} = any (${names}::text[])
      and ${rows.visible(actor)}`);
  const ids = new Map(named.map(({ id, name }) => [name, id]));
  return [...references.flatMap(({ id }) => id?.toLowerCase() ?? []), ...names.map((name) => requireFound(ids.get(name), rows.noun, name))];
}

/** The query of a list that is filtered by names. */
export type NamedQuery = NumberedQuery & { nameFilter?: string | undefined };

/** Selects a page. `source` may replace the table by one that has further rows, with a condition, or the order. `nameFilter` is a part of the name. */
export const selectPeople = <Row extends object>(
  tx: Tx,
  rows: PeopleRows,
  query: NumberedQuery,
  source: { where: Sql; nameFilter?: string | undefined } & Partial<Pick<PeopleRows, 'from' | 'order'>>,
): Promise<Page<Row>> =>
  selectPage<Row>(tx, {
    id: rows.id,
    from: source.from ?? rows.from,
    where: source.nameFilter === undefined ? source.where : sql`${source.where} and ${contains(rows.name, source.nameFilter)}`,
    order: source.order ?? rows.order,
    columns: rows.columns,
    of: sql`join ${rows.from} on ${rows.id} = found.id`,
    ...sliceOf(query),
  });
