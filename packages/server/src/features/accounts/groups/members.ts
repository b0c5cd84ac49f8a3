/** The members of groups: who may change them, and their statements and events. */
import { Problem } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { type NumberedQuery, type Page, selectPage, sliceOf } from '../../../core/http/paging.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';
import { requireRolesHeld, roleColumns, type RoleRow } from '../roles/index.ts';
import { requireAssignableRoles, userColumns, type UserRow } from '../users/index.ts';
import { visibleGroups } from './rows.ts';

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

/**
 * Refuses to remove a user that is no member.
 * @rule groups.members.missing
 * @rule groups.of-user.missing
 */
export function requireMember(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The user is no member of the group.');
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
  selectPage<UserRow>(tx, {
    id: sql`u.id`,
    from: sql`account_group_member m join account u on u.id = m.account_id`,
    where: sql`m.group_id = ${group}`,
    order: [sql`u.login, u.id`, sql`u.login desc, u.id desc`],
    columns: userColumns,
    of: sql`join account u on u.id = found.id`,
    ...sliceOf(query),
  });

/**
 * Adds users to groups. A membership that an identity provider gave becomes a membership of this server, which the provider no longer ends.
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
export async function removeMember(tx: Tx, actor: EventActor, group: string, user: string): Promise<{ id: string }[]> {
  const removed = await tx.rows<{ group_id: string; account_id: string }>(sql`
    delete from account_group_member
    where group_id = ${group}
      and account_id = ${user}
    returning group_id, account_id`);
  await raiseMembersModified(tx, actor, removedMembers(removed));
  return removed.map(({ account_id: id }) => ({ id }));
}

/** Removes all users from a group but these. */
export async function removeOtherMembers(tx: Tx, actor: EventActor, group: string, users: readonly { id: string }[]): Promise<void> {
  const removed = await tx.rows<{ group_id: string; account_id: string }>(sql`
    delete from account_group_member
    where group_id = ${group}
      and account_id <> all (${users.map(({ id }) => id)}::uuid[])
    returning group_id, account_id`);
  await raiseMembersModified(tx, actor, removedMembers(removed));
}

const removedMembers = (rows: readonly { group_id: string; account_id: string }[]): MemberChange[] =>
  rows.map(({ group_id: group, account_id: user }) => ({ group, user, isNew: false }));

/**
 * Makes a user a member of the groups that the identity provider names, and removes the user from other groups of which the provider made it a member.
 * Returns the names of the changed groups.
 * @rule sign-in.openid.groups
 */
export async function exchangeGroups(
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
      where ${visibleGroups(user)}
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
