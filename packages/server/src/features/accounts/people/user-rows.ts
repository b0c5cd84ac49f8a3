/** The statements about users and their roles. Each one that finds, locks or holds users checks the tenant. */
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { NumberedQuery, Page } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, momentText, raiseAbout } from '../../events/outbox/index.ts';
import { type ProfileRow } from './account-rows.ts';
import { assignedGroups } from './group-rows.ts';
import { assignedRoles, isAdministratorRole, rolesOfUser } from './role-rows.ts';
import { findPeopleRow, holdPeopleRows, type PeopleRows, selectPeople } from './rows.ts';
import type { Administration } from './rules.ts';

/** The row of a user. */
export type UserRow = ProfileRow & {
  id: string;
  login: string;
  email: string;
  first_name: string;
  last_name: string;
  active: boolean;
  role_ids: string[];
};

/** The columns of `UserRow`, for statements with the alias `u`. */
export const userColumns: Sql = sql`
  u.id, u.login, u.email, u.first_name, u.last_name, u.active, u.phone, u.preferred_language, u.timezone, u.title,
  array(
    select m.role_id
    from account_role m
    where m.account_id = u.id
    order by m.role_id) as role_ids`;

/**
 * Builds the condition for the users `u` that a list shows.
 * @rule users.all.people
 */
export const visibleUsers = (actor: Pick<Actor, 'tenant'>): Sql => sql`u.tenant_id = ${actor.tenant} and u.user_type = 'HUMAN'`;

/** Users, for the statements that all kinds of people share. */
export const USER_ROWS: PeopleRows = {
  noun: 'User',
  from: sql`account u`,
  id: sql`u.id`,
  name: sql`u.login`,
  visible: visibleUsers,
  columns: userColumns,
  order: [sql`lower(u.login), u.id`, sql`lower(u.login) desc, u.id desc`],
};

/** Finds a user of the actor's tenant. */
export const findUser = (tx: Tx, actor: Actor, id: string): Promise<UserRow> => findPeopleRow(tx, actor, USER_ROWS, id);

/** Locks the actor's tenant, so that changes that depend on each other run one after the other. */
export const lockTenant = (tx: Tx, actor: Pick<Actor, 'tenant'>): Promise<unknown> =>
  tx.rows(sql`
    select id
    from tenant
    where id = ${actor.tenant}
    for no key update`);

/**
 * Locks the actor's tenant and then a user of it, so that the user, its roles and the other users do not change until the transaction ends. Each change
 * of roles of users, of active users or of the number of users begins with this lock.
 */
export async function lockUser(tx: Tx, actor: Pick<Actor, 'tenant'>, id: string): Promise<UserRow> {
  await lockTenant(tx, actor);
  return findPeopleRow(tx, actor, USER_ROWS, id, sql`for update`);
}

/**
 * Finds users of the actor's tenant, each once, and prevents their deletion until the transaction ends.
 * @rule groups.members.tenant
 */
export const holdUsers = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string }[]> =>
  holdPeopleRows(tx, actor, { ...USER_ROWS, columns: sql`u.id` }, ids);

/**
 * Selects a page of users, ordered by login.
 * @rule users.list.page
 */
export const selectUsers = (tx: Tx, actor: Actor, query: NumberedQuery): Promise<Page<UserRow>> =>
  selectPeople(tx, USER_ROWS, query, { where: visibleUsers(actor) });

/** Selects a page of the users of a role, ordered by login. */
export const selectUsersOfRole = (tx: Tx, actor: Actor, role: string, query: NumberedQuery): Promise<Page<UserRow>> =>
  selectPeople(tx, USER_ROWS, query, {
    from: sql`account_role m join account u on u.id = m.account_id`,
    where: sql`m.role_id = ${role} and ${visibleUsers(actor)}`,
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
 * Counts the active administrators of the actor's tenant beside a user. Administrators by a group do not count: groups change without this check.
 * Bot users do not count: no person can sign in as one.
 */
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

/** Takes all roles from a user but those with these ids. */
export const removeOtherRoles = (tx: Tx, user: string, roles: readonly string[]): Promise<unknown[]> =>
  tx.rows(sql`
    delete from account_role
    where account_id = ${user}
      and role_id <> all (${[...roles]}::uuid[])
    returning role_id`);

/**
 * Raises events of users, after they were added or changed with their roles, and before they are deleted. Service accounts raise none.
 * @rule events.users.records
 */
export const raiseUserEvents = (
  tx: Tx,
  actor: EventActor,
  action: 'created' | 'updated' | 'deleted',
  users: readonly { id: string }[],
): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.user.${action}`,
    actor,
    sql`
      select u.tenant_id, null::uuid as space_id, u.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', u.id, 'subject', u.login, 'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.login), 'email', u.email,
               'status', case when ${action === 'deleted'} then 'deleted' when u.active then 'active' else 'disabled' end,
               'clientId', u.bot_client_id, 'assignedRoles', ${assignedRoles(rolesOfUser)}, 'assignedGroups', ${assignedGroups},
               'preferredLocale', u.preferred_language, 'preferredZoneinfo', u.timezone, 'tenantId', u.tenant_id,
               'createdAt', ${momentText(sql`u.created_at`)}, 'lastUpdatedAt', ${momentText(sql`u.updated_at`)}) as data
      from account u
      where u.id = any (${users.map(({ id }) => id)}::uuid[])
        and u.user_type = 'HUMAN'`,
  );
