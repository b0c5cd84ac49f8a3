/** The SQL statements about roles. */
import { writtenAmong, type Permission, type WordsSent } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { selectPage, sliceOf, type NumberedQuery, type Page } from '../../../core/http/paging.ts';
import { contains, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { visibleRoles } from './access.ts';
import { roleColumns, type RoleRow } from './json.ts';
import { raiseRoleEvent } from './role-events.ts';

/**
 * Selects a page of roles, ordered by name.
 * @rule roles.list.name
 */
export const selectRoles = (tx: Tx, actor: Actor, query: NumberedQuery & { nameFilter?: string }): Promise<Page<RoleRow>> =>
  selectRolePage(
    tx,
    sql`role r`,
    query.nameFilter === undefined ? visibleRoles(actor) : sql`${visibleRoles(actor)} and ${contains(sql`r.name`, query.nameFilter)}`,
    query,
  );

/** Selects a page of the roles of an account, ordered by name. */
export const selectRolesOfAccount = (tx: Tx, account: string, query: NumberedQuery): Promise<Page<RoleRow>> =>
  selectRolePage(tx, sql`account_role m join role r on r.id = m.role_id`, sql`m.account_id = ${account}`, query);

const selectRolePage = (tx: Tx, from: Sql, where: Sql, query: NumberedQuery): Promise<Page<RoleRow>> =>
  selectPage<RoleRow>(tx, {
    id: sql`r.id`,
    from,
    where,
    order: [sql`r.name, r.id`, sql`r.name desc, r.id desc`],
    columns: roleColumns,
    of: sql`join role r on r.id = found.id`,
    ...sliceOf(query),
  });

/** A role to add. */
export type NewRole = {
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

/** Adds a role with its permissions. */
export async function insertRole(tx: Tx, actor: EventActor, role: NewRole): Promise<void> {
  await tx.rows(sql`
    insert into role (id, tenant_id, name, description, external_id, built_in, vendor_words)
    values (
      ${role.id}, ${role.tenant}, ${role.name}, ${role.description ?? ''}, ${role.externalId ?? null}, ${role.builtIn},
      ${writtenAmong(role.permissions, role.wordsSent)}::text[])`);
  await insertPermissions(tx, role.id, role.permissions);
  await raiseRoleEvent(tx, actor, 'created', role.id);
}

/** The values of a changed role. */
export type RoleValues = {
  name: string;
  description?: string;
  permissions: readonly Permission[] | undefined;
  wordsSent: WordsSent;
  externalId?: string | null;
};

/**
 * Changes a role. Undefined permissions, description and id of an identity provider stay as they are.
 * @rule roles.replace.kept
 */
export async function updateRole(tx: Tx, actor: EventActor, { id, ...before }: RoleRow, values: RoleValues): Promise<void> {
  const { permissions, wordsSent } = values;
  const kept = { words: before.permissions, vendorWords: before.vendor_words };
  const vendorWords = permissions ? writtenAmong(permissions, wordsSent, kept) : before.vendor_words;
  await tx.rows(sql`
    update role
    set name = ${values.name},
        description = coalesce(${values.description ?? null}, description),
        vendor_words = ${vendorWords}::text[],
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
 * Deletes a role, and removes it from its users and groups.
 * @rule roles.delete.users
 */
export async function removeRole(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseRoleEvent(tx, actor, 'deleted', id);
  await tx.rows(sql`
    delete from role
    where id = ${id}`);
}
