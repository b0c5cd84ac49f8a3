import { asWritten, type Permission, type Schema } from '@millrace/contract';
import { type Sql, sql } from '../../../core/database/sql.ts';

/** The row of a role; its permissions are in alphabetical order. `vendor_words` are those that were written in the words of the published product. */
export type RoleRow = { id: string; name: string; built_in: boolean; permissions: Permission[]; vendor_words: string[] };

/** The roles `ro` of the user `u`, as a table of a statement. */
export const rolesOfUser: Sql = sql`(select o.* from account_role m join role o on o.id = m.role_id where m.account_id = u.id) ro`;

/** The roles `ro` of the group `g`, as a table of a statement. */
export const rolesOfGroup: Sql = sql`(select o.* from group_role m join role o on o.id = m.role_id where m.group_id = g.id) ro`;

/** The permissions `rp` of the role `r`, as a table of a statement. */
export const permissionsOfRole: Sql = sql`(select m.permission from role_permission m where m.role_id = r.id) rp`;

/** Builds a query for the roles of an account as JSON, by name; `account` is a column of the statement. */
export const roleNamesOf = (account: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object('id', ro.id, 'name', ro.name) order by ro.name)
    from account_role rm
    join role ro on ro.id = rm.role_id
    where rm.account_id = ${account}), '[]')`;

/** Builds the level of a role, `admin` or `user`. `role` is its id, a column of the statement. */
export const roleLevel = (role: Sql): Sql => sql`
  case when exists (
    select from role_permission lp
    where lp.role_id = ${role}
      and right(lp.permission, 11) = '_MANAGEMENT') then 'admin' else 'user' end`;

/** Builds the condition that a user or a group has a role; `role` is a column of the statement. */
export const isRoleAssigned = (role: Sql): Sql => sql`
  (exists (select from account_role ra where ra.role_id = ${role}) or exists (select from group_role rg where rg.role_id = ${role}))`;

/** Builds a query for roles as JSON of AssignedRole, by name; `where` is the condition for the role `ro`. */
export const assignedRoles = (where: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object(
      'id', ro.id, 'name', ro.name, 'type', case when ro.built_in then 'default' else 'custom' end, 'level', ${roleLevel(sql`ro.id`)}) order by ro.name)
    from role ro
    where ${where}), '[]')`;

/** Converts a row to Role. */
export const toRoleJson = (row: RoleRow): Schema<'Role'> => ({
  id: row.id,
  name: row.name,
  permissions: asWritten(row.permissions, row.vendor_words),
  builtIn: row.built_in,
});
