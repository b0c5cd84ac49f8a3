/** Finds and locks groups; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found, notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { groupColumns, type GroupRow } from './json.ts';

/** Builds the condition for the groups `g` that a list shows. */
export const visibleGroups = (actor: Pick<Actor, 'tenant'>): Sql => sql`g.tenant_id = ${actor.tenant}`;

/** Finds a group of the actor's tenant. */
export const findGroup = (tx: Tx, actor: Actor, id: string): Promise<GroupRow> => find(tx, actor, id, groupColumns);

/** Locks a group of the actor's tenant for a change. */
export const lockGroup = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => find(tx, actor, id, sql`g.id`, sql`for update`);

/** Finds a group of the actor's tenant, and prevents its deletion until the transaction ends. */
export const holdGroup = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => find(tx, actor, id, sql`g.id`, sql`for key share`);

/** Finds groups of the actor's tenant, each once, and prevents their deletion until the transaction ends. */
export async function holdGroups(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string }[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = any (${[...ids]}::uuid[])
      and ${visibleGroups(actor)}
    order by g.id
    for key share`);
  const held = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !held.has(id.toLowerCase()));
  if (missing !== undefined) throw notFound('Group', missing);
  return rows;
}

/** Finds the ids of groups of the actor's tenant by their names. */
export async function findGroupIds(tx: Tx, actor: Actor, names: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string; name: string }>(sql`
    select g.id, g.name
    from account_group g
    where g.name = any (${[...names]}::text[])
      and ${visibleGroups(actor)}`);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return names.map((name) => found(ids.get(name), 'Group', name));
}

async function find<Row>(tx: Tx, actor: Actor, id: string, columns: Sql, lock: Sql = sql``): Promise<Row> {
  const row = await tx.one<Row>(sql`
    select ${columns}
    from account_group g
    where g.id = ${id}
      and ${visibleGroups(actor)}
    ${lock}`);
  return found(row, 'Group', id);
}
