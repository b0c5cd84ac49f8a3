/** The members of groups, which are users and other groups: who may change them, and their statements and events. */
import { invalid } from '../../../core/base/problem.ts';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { NumberedQuery, Page } from '../../../core/http/paging.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';
import { GROUP_ROWS, holdGroups } from './group-rows.ts';
import { roleColumns, type RoleRow } from './role-rows.ts';
import { selectPeople } from './rows.ts';
import { requireAssignableRoles, requireRolesHeld } from './rules.ts';
import { lockTenant, type UserRow, USER_ROWS } from './user-rows.ts';

/**
 * Requires that the actor may remove members from locked groups. A group with roles takes roles from them.
 * @rule groups.roles.permission
 */
export async function requireMembersRemovable(tx: Tx, actor: Actor, groups: readonly { id: string }[]): Promise<void> {
  if ((await selectRolesOfGroups(tx, groups)).length > 0) requireAssignableRoles(actor);
}

/**
 * Requires that the actor may add members to locked groups. A group with roles gives roles to them.
 * @rule groups.roles.permission
 */
export async function requireMembersAddable(tx: Tx, actor: Actor, groups: readonly { id: string }[]): Promise<void> {
  const roles = await selectRolesOfGroups(tx, groups);
  if (roles.length > 0) requireAssignableRoles(actor);
  requireRolesHeld(actor, roles);
}

/**
 * Requires that the actor may give a locked group a name. If the identity provider names the groups of people, a renamed group gets other members.
 * @rule sign-in.openid.group-names
 */
export async function requireMayRename(
  { tx, actor, settings: { openId } }: { tx: Tx; actor: Actor; settings: { openId: Platform['settings']['openId'] } },
  group: { id: string; name: string },
  name: string,
): Promise<void> {
  if (openId?.groupsClaim !== undefined && name !== group.name) await requireMembersAddable(tx, actor, [group]);
}

/** Selects the roles of groups. */
const selectRolesOfGroups = (tx: Tx, groups: readonly { id: string }[]): Promise<RoleRow[]> =>
  tx.rows(sql`
    select ${roleColumns}
    from role r
    where r.id in (
      select role_id
      from group_role
      where group_id = any (${groups.map(({ id }) => id)}::uuid[]))`);

/** Selects a page of members, ordered by login. */
export const selectMembers = (tx: Tx, group: string, query: NumberedQuery): Promise<Page<UserRow>> =>
  selectPeople(tx, USER_ROWS, query, {
    from: sql`account_group_member m join account u on u.id = m.account_id`,
    where: sql`m.group_id = ${group}`,
    order: [sql`u.login, u.id`, sql`u.login desc, u.id desc`],
  });

/**
 * Adds users to groups. A membership that an identity provider gave becomes a membership of this server, which the provider no longer ends. Raises the
 * events of the groups.
 * @rule groups.members.kept
 * @rule groups.of-user.kept
 */
export async function insertMembers(
  tx: Tx,
  actor: EventActor,
  groups: readonly { id: string }[],
  users: readonly { id: string }[],
): Promise<void> {
  // In an inserted row, xmax is 0; in an updated row, it is not.
  const written = await tx.rows<{ group: string; user: string; is_new: boolean }>(sql`
    insert into account_group_member (group_id, account_id)
    select g.id, u.id
    from unnest(${groups.map(({ id }) => id)}::uuid[]) as g (id)
    cross join unnest(${users.map(({ id }) => id)}::uuid[]) as u (id)
    on conflict (group_id, account_id) do update
    set from_provider = false
    where account_group_member.from_provider
    returning group_id as "group", account_id as "user", xmax = 0 as is_new`);
  const added = written.filter((row) => row.is_new).map(({ group, user }) => ({ group, user, isNew: true }));
  await raiseMembersModified(tx, actor, added);
}

/** Removes a user from a group, and returns the user if it was a member. */
export const removeMember = (tx: Tx, actor: EventActor, group: string, user: string): Promise<{ id: string }[]> =>
  removeMembers(tx, actor, sql`group_id = ${group} and account_id = ${user}`);

/** Removes all users from a group but these. */
export const removeOtherMembers = (tx: Tx, actor: EventActor, group: string, users: readonly { id: string }[]): Promise<unknown> =>
  removeMembers(tx, actor, sql`group_id = ${group} and account_id <> all (${users.map(({ id }) => id)}::uuid[])`);

async function removeMembers(tx: Tx, actor: EventActor, where: Sql): Promise<{ id: string }[]> {
  const removed = await tx.rows<{ group: string; id: string }>(sql`
    delete from account_group_member
    where ${where}
    returning group_id as "group", account_id as id`);
  const changes = removed.map(({ group, id: user }) => ({ group, user, isNew: false }));
  await raiseMembersModified(tx, actor, changes);
  return removed;
}

/**
 * Makes a user a member of the groups that the identity provider names, and removes the user from other groups of which the provider made it a member.
 * Returns the names of the changed groups. Raises the events of the groups.
 * @rule sign-in.openid.groups
 */
export async function applyProviderGroups(
  tx: Tx,
  user: { id: string; tenant: string },
  names: readonly string[],
): Promise<{ given: string[]; taken: string[] }> {
  const taken = await tx.rows<{ id: string; name: string }>(sql`
    delete from account_group_member m
    using account_group g
    where g.id = m.group_id
      and m.account_id = ${user.id}
      and m.from_provider
      and g.name <> all (${[...names]}::text[])
    returning g.id, g.name`);
  const given = await tx.rows<{ id: string; name: string }>(sql`
    with held as (
      select g.id, g.name
      from account_group g
      where ${GROUP_ROWS.visible(user)}
        and g.name = any (${[...names]}::text[])
      order by g.id
      for key share),
    added as (
      insert into account_group_member (group_id, account_id, from_provider)
      select h.id, ${user.id}, true
      from held h
      on conflict do nothing
      returning group_id)
    select h.id, h.name
    from added a
    join held h on h.id = a.group_id
    order by h.name`);
  const changes = (groups: readonly { id: string }[], isNew: boolean): MemberChange[] =>
    groups.map(({ id: group }) => ({ group, user: user.id, isNew }));
  await raiseMembersModified(tx, undefined, [...changes(taken, false), ...changes(given, true)]);
  return { given: given.map(({ name }) => name), taken: taken.map(({ name }) => name).toSorted() };
}

/** A user that a group got or lost. */
type MemberChange = { group: string; user: string; isNew: boolean };

/**
 * Raises an event for each group of which members were added or removed.
 * @rule events.groups.members
 */
async function raiseMembersModified(tx: Tx, actor: EventActor, changes: readonly MemberChange[]): Promise<void> {
  if (changes.length === 0) return;
  const member = sql`jsonb_agg(jsonb_build_object('id', u.id, 'subject', u.login) order by u.login)`;
  await raiseAbout(
    tx,
    'com.service.v1.group.users.modified',
    actor,
    sql`
      select g.tenant_id, null::uuid as space_id, g.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', g.id, 'name', g.name, 'added', coalesce(${member} filter (where c."isNew"), '[]'),
               'removed', coalesce(${member} filter (where not c."isNew"), '[]'), 'tenantId', g.tenant_id) as data
      from json_to_recordset(${json(changes)}::json) as c ("group" uuid, "user" uuid, "isNew" boolean)
      join account_group g on g.id = c."group"
      join account u on u.id = c."user"
      group by g.id`,
  );
}

/** Makes these groups the only ones within a locked group. The lock of the tenant prevents that two simultaneous changes form a cycle. Refuses a cycle. */
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
