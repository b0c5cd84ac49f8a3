/** The SQL statements about groups and their members. */
import type { Tx } from '../../../core/database/db.ts';
import { selectPage, sliceOf, type NumberedQuery, type Page } from '../../../core/http/paging.ts';
import { contains, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleGroups } from './access.ts';
import { groupColumns, type GroupRow, type MemberRow } from './json.ts';

/**
 * Selects a page of groups, ordered by name.
 * @rule groups.list.name
 */
export const selectGroups = (tx: Tx, actor: Actor, query: NumberedQuery & { nameFilter?: string }): Promise<Page<GroupRow>> =>
  selectPage<GroupRow>(tx, {
    id: sql`g.id`,
    from: sql`account_group g`,
    where:
      query.nameFilter === undefined ? visibleGroups(actor) : sql`${visibleGroups(actor)} and ${contains(sql`g.name`, query.nameFilter)}`,
    order: [sql`g.name, g.id`, sql`g.name desc, g.id desc`],
    columns: groupColumns,
    of: sql`join account_group g on g.id = found.id`,
    ...sliceOf(query),
  });

/** Adds a group without members. */
export const insertGroup = (tx: Tx, group: { id: string; tenant: string; name: string }): Promise<unknown> =>
  tx.rows(sql`
    insert into account_group (id, tenant_id, name)
    values (${group.id}, ${group.tenant}, ${group.name})`);

/** Changes the name of a group. */
export const updateGroupName = (tx: Tx, id: string, name: string): Promise<unknown> =>
  tx.rows(sql`
    update account_group
    set name = ${name}
    where id = ${id}`);

/**
 * Deletes a group with the links to its members and projects.
 * @rule groups.delete.authorisations
 */
export const removeGroup = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from account_group
    where id = ${id}`);

/** Selects a page of members, ordered by login. */
export const selectMembers = (tx: Tx, group: string, query: NumberedQuery): Promise<Page<MemberRow>> =>
  selectPage<MemberRow>(tx, {
    id: sql`u.id`,
    from: sql`account_group_member m join account u on u.id = m.account_id`,
    where: sql`m.group_id = ${group}`,
    order: [sql`u.login, u.id`, sql`u.login desc, u.id desc`],
    columns: sql`
      u.id, u.login, u.email, u.first_name, u.last_name, u.active,
      array(
        select r.role_id
        from account_role r
        where r.account_id = u.id
        order by r.role_id) as role_ids`,
    of: sql`join account u on u.id = found.id`,
    ...sliceOf(query),
  });

/**
 * Adds users to a group.
 * @rule groups.members.kept
 */
export const insertMembers = (tx: Tx, group: string, users: readonly { id: string }[]): Promise<unknown> =>
  tx.rows(sql`
    insert into account_group_member (group_id, account_id)
    select ${group}, u.id
    from unnest(${users.map(({ id }) => id)}::uuid[]) as u (id)
    on conflict do nothing`);

/** Removes a user from a group, and returns the user if it was a member. */
export const removeMember = (tx: Tx, group: string, user: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from account_group_member
    where group_id = ${group}
      and account_id = ${user}
    returning account_id as id`);
