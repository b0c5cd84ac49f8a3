/** The SQL statements about groups and their members. */
import type { Tx } from '../../../core/database/db.ts';
import { selectPage, sliceOf, type NumberedQuery, type Page } from '../../../core/http/paging.ts';
import { contains, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { userColumns, type UserRow } from '../users/index.ts';
import { visibleGroups } from './access.ts';
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

/** Adds a group without members. */
export const insertGroup = (
  tx: Tx,
  group: { id: string; tenant: string; name: string; description?: string | undefined },
): Promise<unknown> =>
  tx.rows(sql`
    insert into account_group (id, tenant_id, name, description)
    values (${group.id}, ${group.tenant}, ${group.name}, ${group.description ?? ''})`);

/** Changes the name of a group; the description and the id of an identity provider stay if they are undefined. */
export const updateGroup = (
  tx: Tx,
  id: string,
  values: { name: string; description?: string; externalId?: string | null },
): Promise<unknown> =>
  tx.rows(sql`
    update account_group
    set name = ${values.name},
        description = coalesce(${values.description ?? null}, description),
        external_id = case when ${values.externalId === undefined} then external_id else ${values.externalId ?? null} end,
        updated_at = now()
    where id = ${id}`);

/** Removes all users from a group but these. */
export const removeOtherMembers = (tx: Tx, group: string, users: readonly { id: string }[]): Promise<unknown> =>
  tx.rows(sql`
    delete from account_group_member
    where group_id = ${group}
      and account_id <> all (${users.map(({ id }) => id)}::uuid[])`);

/**
 * Deletes a group with the links to its members and projects.
 * @rule groups.delete.authorisations
 */
export const removeGroup = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from account_group
    where id = ${id}`);

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
 * Adds users to groups. A membership that an identity provider gave is then one of this server, which the provider does not end.
 * @rule groups.members.kept
 * @rule groups.of-user.kept
 */
export const insertMembers = (tx: Tx, groups: readonly { id: string }[], users: readonly { id: string }[]): Promise<unknown> =>
  tx.rows(sql`
    insert into account_group_member (group_id, account_id)
    select g.id, u.id
    from unnest(${groups.map(({ id }) => id)}::uuid[]) as g (id)
    cross join unnest(${users.map(({ id }) => id)}::uuid[]) as u (id)
    on conflict (group_id, account_id) do update
    set from_provider = false
    where account_group_member.from_provider`);

/**
 * Makes a user a member of the groups that its identity provider names, and of no other group of which the provider made it a member. Returns the names
 * of the changed groups.
 * @rule sign-in.openid.groups
 */
export async function exchangeGroups(
  tx: Tx,
  user: { id: string; tenant: string },
  names: readonly string[],
): Promise<{ given: string[]; taken: string[] }> {
  const taken = await tx.rows<{ name: string }>(sql`
    delete from account_group_member m
    using account_group g
    where g.id = m.group_id
      and m.account_id = ${user.id}
      and m.from_provider
      and g.name <> all (${[...names]}::text[])
    returning g.name`);
  const given = await tx.rows<{ name: string }>(sql`
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
    select h.name
    from added a
    join held h on h.id = a.group_id
    order by h.name`);
  return { given: given.map(({ name }) => name), taken: taken.map(({ name }) => name).toSorted() };
}

/** Removes a user from a group, and returns the user if it was a member. */
export const removeMember = (tx: Tx, group: string, user: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from account_group_member
    where group_id = ${group}
      and account_id = ${user}
    returning account_id as id`);

/** Replaces the roles of a group. */
export async function replaceGroupRoles(tx: Tx, group: string, roles: readonly { id: string }[]): Promise<void> {
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

/** Returns whether one of the groups has roles. */
export const haveRoles = (tx: Tx, groups: readonly { id: string }[]): Promise<boolean> =>
  tx.any(sql`
    select
    from group_role
    where group_id = any (${groups.map(({ id }) => id)}::uuid[])
    limit 1`);
