/** Finds and locks groups; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { groupColumns, type GroupRow } from './json.ts';

/** Builds the condition for the groups `g` that a list shows. */
export const visibleGroups = (actor: Actor): Sql => sql`g.tenant_id = ${actor.tenant}`;

/** Finds a group of the actor's tenant. */
export async function findGroup(tx: Tx, actor: Actor, id: string): Promise<GroupRow> {
  const row = await tx.one<GroupRow>(sql`
    select ${groupColumns}
    from account_group g
    where g.id = ${id}
      and ${visibleGroups(actor)}`);
  if (!row) throw notFound('Group', id);
  return row;
}

/** Locks a group of the actor's tenant for a change. */
export async function lockGroup(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const row = await tx.one<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = ${id}
      and ${visibleGroups(actor)}
    for update`);
  if (!row) throw notFound('Group', id);
  return row;
}

/** Finds a group of the actor's tenant, and prevents its deletion until the transaction ends. */
export async function holdGroup(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const row = await tx.one<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = ${id}
      and ${visibleGroups(actor)}
    for key share`);
  if (!row) throw notFound('Group', id);
  return row;
}
