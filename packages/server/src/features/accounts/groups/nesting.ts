/** Groups within groups. */
import { invalid } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';
import { lockTenant } from '../users/index.ts';
import { holdGroups } from './rows.ts';

/** Makes these groups the only ones within a locked group. The lock of the tenant prevents that two simultaneous changes form a cycle. */
export async function nestGroups(tx: Tx, actor: Actor, group: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await lockTenant(tx, actor);
  const members = await holdGroups(tx, actor, ids);
  await requireNoCycle(tx, group, members);

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
async function requireNoCycle(tx: Tx, group: string, members: readonly { id: string }[]): Promise<void> {
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

/**
 * Raises an event for a group that got or lost groups within it.
 * @rule events.groups.members
 */
async function raiseNestingModified(
  tx: Tx,
  actor: EventActor,
  group: string,
  { added, removed }: Record<'added' | 'removed', readonly { id: string }[]>,
): Promise<void> {
  if (added.length + removed.length === 0) return;
  const named = (groups: readonly { id: string }[]): Sql => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.name), '[]')
    from account_group m
    where m.id = any (${groups.map(({ id }) => id)}::uuid[]))`;
  await raiseAbout(
    tx,
    'com.service.v1.group.users.modified',
    actor,
    sql`
      select g.tenant_id, null::uuid as space_id, g.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', g.id, 'name', g.name, 'added', '[]'::jsonb, 'removed', '[]'::jsonb, 'addedGroups', ${named(added)},
               'removedGroups', ${named(removed)}, 'tenantId', g.tenant_id) as data
      from account_group g
      where g.id = ${group}`,
  );
}
