/** The SQL statements about groups and their members. */
import type { Tx } from '../../../core/database/db.ts';
import { selectPage, sliceOf, type NumberedQuery, type Page } from '../../../core/http/paging.ts';
import { contains, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { roleColumns, type RoleRow } from '../roles/index.ts';
import { userColumns, type UserRow } from '../users/index.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { visibleGroups } from './access.ts';
import { raiseGroupEvent, raiseMembersModified, type MemberChange } from './group-events.ts';
import { groupColumns, type GroupRow } from './json.ts';

/** Selects a page of groups, ordered by name. */
export const selectGroups = (tx: Tx, actor: Actor, query: NumberedQuery & { nameFilter?: string }): Promise<Page<GroupRow>> =>
  selectGroupPage(tx, sql`account_group g`, visibleGroups(actor), query);

/** Selects a page of the groups of a user, ordered by name. */
export const selectGroupsOfUser = (
  tx: Tx,
  actor: Actor,
  user: string,
  query: NumberedQuery & { nameFilter?: string },
): Promise<Page<GroupRow>> =>
  selectGroupPage(
    tx,
    sql`account_group_member m join account_group g on g.id = m.group_id`,
    sql`m.account_id = ${user} and ${visibleGroups(actor)}`,
    query,
  );

/** @rule groups.list.name */
const selectGroupPage = (tx: Tx, from: Sql, where: Sql, query: NumberedQuery & { nameFilter?: string }): Promise<Page<GroupRow>> =>
  selectPage<GroupRow>(tx, {
    id: sql`g.id`,
    from,
    where: query.nameFilter === undefined ? where : sql`${where} and ${contains(sql`g.name`, query.nameFilter)}`,
    order: [sql`g.name, g.id`, sql`g.name desc, g.id desc`],
    columns: groupColumns,
    of: sql`join account_group g on g.id = found.id`,
    ...sliceOf(query),
  });

/** The values of a group; an undefined value stays as it is, or is empty in a new group. */
type GroupValues = {
  name: string;
  description?: string | undefined;
  externalId?: string | null;
  roles?: readonly { id: string }[] | undefined;
};

/** Adds a group without members. */
export async function insertGroup(tx: Tx, actor: EventActor, group: { id: string; tenant: string } & GroupValues): Promise<void> {
  await tx.rows(sql`
    insert into account_group (id, tenant_id, name, description, external_id)
    values (${group.id}, ${group.tenant}, ${group.name}, ${group.description ?? ''}, ${group.externalId ?? null})`);
  if (group.roles) await replaceGroupRoles(tx, group.id, group.roles);
  await raiseGroupEvent(tx, actor, 'created', group.id);
}

/** Changes a locked group. An identity provider that only changes the members sends all values; then no event of the group is raised. */
export async function updateGroup(tx: Tx, actor: EventActor, id: string, values: GroupValues): Promise<void> {
  const changed = await tx.one<{ is_other: boolean }>(sql`
    update account_group g
    set name = ${values.name},
        description = coalesce(${values.description ?? null}, g.description),
        external_id = case when ${values.externalId === undefined} then g.external_id else ${values.externalId ?? null} end,
        updated_at = now()
    from account_group o
    where g.id = ${id}
      and o.id = g.id
    returning (o.name, o.description, o.external_id) is distinct from (g.name, g.description, g.external_id) as is_other`);
  if (values.roles) await replaceGroupRoles(tx, id, values.roles);
  if (changed?.is_other || values.roles) await raiseGroupEvent(tx, actor, 'updated', id);
}

const removedMembers = (rows: readonly { group_id: string; account_id: string }[]): MemberChange[] =>
  rows.map(({ group_id: group, account_id: user }) => ({ group, user, isNew: false }));

/** Removes all users from a group but these. */
export async function removeOtherMembers(tx: Tx, actor: EventActor, group: string, users: readonly { id: string }[]): Promise<void> {
  const removed = await tx.rows<{ group_id: string; account_id: string }>(sql`
    delete from account_group_member
    where group_id = ${group}
      and account_id <> all (${users.map(({ id }) => id)}::uuid[])
    returning group_id, account_id`);
  await raiseMembersModified(tx, actor, removedMembers(removed));
}

/**
 * Deletes a group with the links to its members and projects.
 * @rule groups.delete.authorisations
 */
export async function removeGroup(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseGroupEvent(tx, actor, 'deleted', id);
  await tx.rows(sql`
    delete from account_group
    where id = ${id}`);
}

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

/** Replaces the roles of a group. */
async function replaceGroupRoles(tx: Tx, group: string, roles: readonly { id: string }[]): Promise<void> {
  const ids = roles.map(({ id }) => id);
  await tx.rows(sql`
    delete from group_role
    where group_id = ${group}
      and role_id <> all (${ids}::uuid[])`);
  await tx.rows(sql`
    insert into group_role (group_id, role_id)
    select ${group}, r.id
    from unnest(${ids}::uuid[]) as r (id)
    on conflict do nothing`);
}

/** Selects the roles of groups. */
export const selectRolesOfGroups = (tx: Tx, groups: readonly { id: string }[]): Promise<RoleRow[]> =>
  tx.rows(sql`
    select ${roleColumns}
    from role r
    where r.id in (
      select role_id
      from group_role
      where group_id = any (${groups.map(({ id }) => id)}::uuid[]))`);
