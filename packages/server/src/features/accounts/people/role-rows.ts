/** The statements about roles. Each one that finds, locks or holds roles checks the tenant. */
import { type Permission, type WordsSent, wordsStoredAsTheirs } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { NumberedQuery, Page } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, momentText, raiseAbout } from '../../events/outbox/index.ts';
import { findPeopleRow, holdPeopleRows, type NamedQuery, type PeopleRows, selectPeople } from './rows.ts';
import { requireCustomRole, requireRolesHeld } from './rules.ts';

/** The columns of `RoleRow`, for statements with the alias `r`. */
export const roleColumns: Sql = sql`
  r.id, r.name, r.built_in, r.vendor_words,
  array(
    select p.permission
    from role_permission p
    where p.role_id = r.id
    order by p.permission) as permissions`;

/** Builds the condition that the role `r` is the one of administrators. */
export const isAdministratorRole: Sql = sql`r.built_in and r.name = 'TenantAdmin'`;

/** Roles, for the statements that all kinds of people share. */
export const ROLE_ROWS: PeopleRows = {
  noun: 'Role',
  from: sql`role r`,
  id: sql`r.id`,
  name: sql`r.name`,
  visible: (actor) => sql`r.tenant_id = ${actor.tenant}`,
  columns: roleColumns,
  order: [sql`r.name, r.id`, sql`r.name desc, r.id desc`],
};

/** Finds a role of the actor's tenant. */
export const findRole = (tx: Tx, actor: Actor, id: string): Promise<RoleRow> => findPeopleRow(tx, actor, ROLE_ROWS, id);

/** Locks a role of the actor's tenant for a change. */
export const lockRole = (tx: Tx, actor: Actor, id: string): Promise<RoleRow> => findPeopleRow(tx, actor, ROLE_ROWS, id, sql`for update`);

/**
 * Finds roles of the actor's tenant, each once, and prevents their deletion until the transaction ends; if asked, also the role TenantAdmin.
 * @rule users.roles.tenant
 * @rule groups.roles.tenant
 * @rule users.create.admin
 */
export const holdRoles = (tx: Tx, actor: Pick<Actor, 'tenant'>, ids: readonly string[], withAdministrator = false): Promise<RoleRow[]> =>
  holdPeopleRows(tx, actor, ROLE_ROWS, ids, withAdministrator ? isAdministratorRole : undefined);

/**
 * Selects a page of roles, ordered by name.
 * @rule roles.list.name
 */
export const selectRoles = (tx: Tx, actor: Actor, query: NamedQuery): Promise<Page<RoleRow>> =>
  selectPeople(tx, ROLE_ROWS, query, { where: ROLE_ROWS.visible(actor), nameFilter: query.nameFilter });

/** Selects a page of the roles of an account, ordered by name. */
export const selectRolesOfAccount = (tx: Tx, account: string, query: NumberedQuery): Promise<Page<RoleRow>> =>
  selectPeople(tx, ROLE_ROWS, query, { from: sql`account_role m join role r on r.id = m.role_id`, where: sql`m.account_id = ${account}` });

/** A role to add. */
type NewRole = {
  id: string;
  tenant: string;
  name: string;
  description?: string | undefined;
  externalId?: string | null;
  builtIn: boolean;
  permissions: readonly Permission[];
  /** Absent for roles that the server itself writes. */
  wordsSent?: WordsSent;
};

/** Adds a role of the actor's tenant, and returns its id. Refuses permissions that the actor does not hold. */
export async function addRole(tx: Tx, actor: Actor, role: Omit<NewRole, 'id' | 'tenant' | 'builtIn'>): Promise<string> {
  requireRolesHeld(actor, [role]);

  const id = newId();
  await insertRole(tx, actor, { ...role, id, tenant: actor.tenant, builtIn: false });
  return id;
}

/** Adds a role with its permissions. Raises its event. */
export async function insertRole(tx: Tx, actor: EventActor, role: NewRole): Promise<void> {
  await tx.rows(sql`
    insert into role (id, tenant_id, name, description, external_id, built_in, vendor_words)
    values (
      ${role.id}, ${role.tenant}, ${role.name}, ${role.description ?? ''}, ${role.externalId ?? null}, ${role.builtIn},
      ${wordsStoredAsTheirs(role.permissions, role.wordsSent)}::text[])`);
  await insertPermissions(tx, role.id, role.permissions);
  await raiseRoleEvent(tx, actor, 'created', role.id);
}

/** The values of a changed role. */
type RoleValues = {
  name: string;
  description?: string;
  permissions: readonly Permission[] | undefined;
  wordsSent: WordsSent;
  externalId?: string | null;
};

/**
 * Changes a locked role. Undefined permissions, description and id of an identity provider stay as they are. Refuses a built-in role, and permissions that
 * the actor does not hold, before or after the change. Raises its event.
 * @rule roles.all.no-escalation
 * @rule roles.replace.kept
 */
export async function changeRole(tx: Tx, actor: Actor, role: RoleRow, values: RoleValues): Promise<void> {
  const { id } = role;
  const { permissions, wordsSent } = values;
  requireCustomRole(role);
  requireRolesHeld(actor, [role, { name: role.name, permissions: permissions ?? [] }]);

  const kept = { words: role.permissions, asTheirs: role.vendor_words };
  const asTheirs = permissions ? wordsStoredAsTheirs(permissions, wordsSent, kept) : role.vendor_words;
  await tx.rows(sql`
    update role
    set name = ${values.name},
        description = coalesce(${values.description ?? null}, description),
        vendor_words = ${asTheirs}::text[],
        external_id = case when ${values.externalId === undefined} then external_id else ${values.externalId ?? null} end,
        updated_at = now()
    where id = ${id}`);
  if (permissions !== undefined) {
    await tx.rows(sql`
      delete from role_permission
      where role_id = ${id}
        and permission <> all (${[...permissions]}::text[])`);
    await insertPermissions(tx, id, permissions);
  }
  await raiseRoleEvent(tx, actor, 'updated', id);
}

const insertPermissions = (tx: Tx, role: string, permissions: readonly Permission[]): Promise<unknown> =>
  tx.rows(sql`
    insert into role_permission (role_id, permission)
    select ${role}, p.permission
    from unnest(${[...permissions]}::text[]) as p (permission)
    on conflict do nothing`);

/**
 * Deletes a locked role, and removes it from its users and groups. Refuses a built-in role. Raises its event.
 * @rule roles.delete.users
 */
export async function removeRole(tx: Tx, actor: EventActor, role: RoleRow): Promise<void> {
  requireCustomRole(role);

  await raiseRoleEvent(tx, actor, 'deleted', role.id);
  await tx.rows(sql`
    delete from role
    where id = ${role.id}`);
}

/**
 * Raises an event of a role, after it was added or changed, and before it is deleted. The event does not contain its permissions.
 * @rule events.roles.records
 */
const raiseRoleEvent = (tx: Tx, actor: EventActor, action: 'created' | 'updated' | 'deleted', role: string): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.role.${action}`,
    actor,
    sql`
      select r.tenant_id, null::uuid as space_id, r.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', r.id, 'name', r.name, 'description', r.description, 'type', case when r.built_in then 'default' else 'custom' end,
               'level', ${roleLevel(sql`r.id`)}, 'tenantId', r.tenant_id, 'createdAt', ${momentText(sql`r.created_at`)},
               'lastUpdatedAt', ${momentText(sql`r.updated_at`)}) as data
      from role r
      where r.id = ${role}`,
  );

/** The row of a role; its permissions are in alphabetical order. `vendor_words` are those that were written in the words of the published product. */
export type RoleRow = { id: string; name: string; built_in: boolean; permissions: Permission[]; vendor_words: string[] };

/** The roles `ro` of the user `u`, as a table of a statement. */
export const rolesOfUser: Sql = sql`(select o.* from account_role m join role o on o.id = m.role_id where m.account_id = u.id) ro`;

/** The roles `ro` of the group `g`, as a table of a statement. */
export const rolesOfGroup: Sql = sql`(select o.* from group_role m join role o on o.id = m.role_id where m.group_id = g.id) ro`;

/** The permissions `rp` of the role `r`, as a table of a statement. */
export const permissionsOfRole: Sql = sql`(select m.permission from role_permission m where m.role_id = r.id) rp`;

/** Builds the level of a role, `admin` or `user`. `role` is its id, a column of the statement. */
export const roleLevel = (role: Sql): Sql => sql`
  case when exists (
    select from role_permission lp
    where lp.role_id = ${role}
      and right(lp.permission, 11) = '_MANAGEMENT') then 'admin' else 'user' end`;

/** Builds a query for roles `ro` as JSON of AssignedRole, by name; `table` is a table of a statement. */
export const assignedRoles = (table: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object(
      'id', ro.id, 'name', ro.name, 'type', case when ro.built_in then 'default' else 'custom' end, 'level', ${roleLevel(sql`ro.id`)}) order by ro.name)
    from ${table}), '[]')`;
