/** Groups within groups. */
import { invalid } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockTenant } from '../users/index.ts';
import { holdGroups, visibleGroups } from './access.ts';
import { raiseNestingModified } from './group-events.ts';

/** Selects those of the ids that are groups of the actor's tenant. */
export async function selectGroupIds(tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = any (${[...ids]}::uuid[])
      and ${visibleGroups(actor)}`);
  return rows.map(({ id }) => id);
}

/** Makes these groups the only ones within a locked group. The lock of the tenant prevents that two simultaneous changes form a cycle. */
export async function nestGroups(tx: Tx, actor: Actor, group: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await lockTenant(tx, actor);
  const members = await holdGroups(tx, actor, ids);
  await formsNoCycle(tx, group, members);

  const removed = await tx.rows<{ id: string }>(sql`
    delete from group_nesting
    where group_id = ${group}
      and member_group_id <> all (${members.map(({ id }) => id)}::uuid[])
    returning member_group_id as id`);
  const added = await tx.rows<{ id: string }>(sql`
    insert into group_nesting (group_id, member_group_id)
    select ${group}, m.id
    from unnest(${members.map(({ id }) => id)}::uuid[]) as m (id)
    on conflict do nothing
    returning member_group_id as id`);
  await raiseNestingModified(tx, actor, group, { added, removed });
}

/**
 * Requires that a group is not within itself, directly or through other groups.
 * @rule groups.nesting.circle
 */
async function formsNoCycle(tx: Tx, group: string, members: readonly { id: string }[]): Promise<void> {
  const rows = await tx.rows<{ id: string; name: string; parent: string | null }>(sql`
    with recursive below (id, parent) as (
      select m.id, null::uuid
      from unnest(${members.map(({ id }) => id)}::uuid[]) as m (id)
      union
      select n.member_group_id, n.group_id
      from below b
      join group_nesting n on n.group_id = b.id
      where b.id <> ${group})
    select b.id, g.name, b.parent
    from below b
    join account_group g on g.id = b.id`);
  const nodes = new Map(rows.map((row) => [row.id, row]));
  // Paths end at a direct member, even if it is also a member of another group.
  for (const row of rows) if (row.parent === null) nodes.set(row.id, row);
  const names: string[] = [];
  for (let node = nodes.get(group); node; node = node.parent === null ? undefined : nodes.get(node.parent)) names.unshift(node.name);
  const last = names.at(-1);
  if (last !== undefined)
    throw invalid('group_circle', `The group would be within itself: ${[last, ...names].join(' → ')}. Remove one of these members.`);
}
