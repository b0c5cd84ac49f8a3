/** The SQL statements about lists of users, their roles and their number. */
import type { Tx } from '../../../core/database/db.ts';
import { selectPage, sliceOf, type NumberedQuery, type Page } from '../../../core/http/paging.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { isAdministratorRole } from '../roles/index.ts';
import { visibleUsers } from './access.ts';
import { userColumns, type UserRow } from './json.ts';

/**
 * Selects a page of users, ordered by login.
 * @rule users.list.page
 */
export const selectUsers = (tx: Tx, actor: Actor, query: NumberedQuery): Promise<Page<UserRow>> =>
  selectUserPage(tx, sql`account u`, visibleUsers(actor), query);

/** Selects a page of the users of a role, ordered by login. */
export const selectUsersOfRole = (tx: Tx, actor: Actor, role: string, query: NumberedQuery): Promise<Page<UserRow>> =>
  selectUserPage(tx, sql`account_role m join account u on u.id = m.account_id`, sql`m.role_id = ${role} and ${visibleUsers(actor)}`, query);

const selectUserPage = (tx: Tx, from: Sql, where: Sql, query: NumberedQuery): Promise<Page<UserRow>> =>
  selectPage<UserRow>(tx, {
    id: sql`u.id`,
    from,
    where,
    order: [sql`lower(u.login), u.id`, sql`lower(u.login) desc, u.id desc`],
    columns: userColumns,
    of: sql`join account u on u.id = found.id`,
    ...sliceOf(query),
  });

/** Counts the active users of the actor's tenant, without bot users. */
export const selectUserCount = (tx: Tx, actor: Pick<Actor, 'tenant'>): Promise<{ count: number }> =>
  tx.only(sql`
    select count(*) as count
    from account u
    where ${visibleUsers(actor)}
      and u.bot_client_id is null
      and u.active`);

/**
 * Selects the accounts whose login becomes a new one in the compatible form of Unicode, without invisible characters. Only logins that an older version
 * has accepted have another form. `case` prevents that a database without Unicode computes the form.
 */
export const selectSameForm = (tx: Tx, actor: Pick<Actor, 'tenant'>, login: string, except?: { id: string }): Promise<unknown[]> =>
  tx.rows(sql`
    select id
    from account
    where tenant_id = ${actor.tenant}
      and id is distinct from ${except?.id ?? null}::uuid
      and lower(login) <> lower(${login})
      and case
            when octet_length(login) > char_length(login)
            then lower(regexp_replace(
              normalize(login, NFKC), '[\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF]', '', 'g'))
          end = lower(${login})
    limit 1`);

/** The id of the role TenantAdmin, and the number of active users with it, without one user. */
export type Administration = { role: string; others: number };

/** Counts the active administrators of the actor's tenant beside a user. Administrators by a group do not count: groups change without this
 * check. Bot users do not count: no person can sign in as one. */
export const selectAdministration = (tx: Tx, actor: Pick<Actor, 'tenant'>, user: string): Promise<Administration> =>
  tx.only(sql`
    select r.id as role,
           (select count(*)
            from account_role m
            join account u on u.id = m.account_id
            where m.role_id = r.id
              and u.id <> ${user}
              and u.bot_client_id is null
              and u.active
              and ${visibleUsers(actor)}) as others
    from role r
    where r.tenant_id = ${actor.tenant}
      and ${isAdministratorRole}`);

/**
 * Gives roles to users, and returns those that did not have one of them; users that have a role already keep it.
 * @rule users.roles.kept
 */
export const insertUserRoles = (tx: Tx, users: readonly { id: string }[], roles: readonly { id: string }[]): Promise<{ id: string }[]> =>
  tx.rows(sql`
    insert into account_role (account_id, role_id)
    select u.id, r.id
    from unnest(${users.map(({ id }) => id)}::uuid[]) as u (id)
    cross join unnest(${roles.map(({ id }) => id)}::uuid[]) as r (id)
    on conflict do nothing
    returning account_id as id`);

/** Takes all roles from a user but these. */
export const removeOtherRoles = (tx: Tx, user: string, roles: readonly { id: string }[]): Promise<unknown[]> =>
  tx.rows(sql`
    delete from account_role
    where account_id = ${user}
      and role_id <> all (${roles.map(({ id }) => id)}::uuid[])
    returning role_id`);
