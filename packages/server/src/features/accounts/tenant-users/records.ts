/** Users as records of the tenant API. */
import type { Permission, Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { idSort, textSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import {
  assignedGroups,
  assignedRoles,
  groupProvider,
  groupsOfUser,
  roleLevel,
  rolesOfUser,
  userColumns,
  type UserRow,
  USER_ROWS,
} from '../people/index.ts';
import { isInvited } from '../sign-in/index.ts';

/** The row of a user as a record; `assigned_roles` are the roles of the user itself; `scopes` includes the permissions of its groups. */
export type TenantUserRow = UserRow & {
  tenant_id: string;
  status: Schema<'TenantUser'>['status'];
  assigned_roles: Schema<'AssignedRole'>[];
  groups: Schema<'AssignedGroup'>[];
  scopes: Permission[];
  bot_client_id: string | null;
  picture: string | null;
  created_at: Date;
  updated_at: Date;
};

/** @rule tenant-users.all.status */
const status = sql`case when not u.active then 'disabled' when ${isInvited(sql`u.id`)} then 'invited' else 'active' end`;
const name = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.login)`;
const text = (value: Sql) => ({ kind: 'text', value }) as const;
const exact = (value: Sql) => ({ kind: 'exact', value }) as const;
const ofRole = { id: exact(sql`ro.id::text`), name: text(sql`ro.name`), level: text(roleLevel(sql`ro.id`)) };

/** The permissions `rp` that the roles of the user `u` and of its groups give, as a table of a statement. */
const permissionsOfUser = sql`(
  select m.permission
  from effective_role er
  join role_permission m on m.role_id = er.role_id
  where er.account_id = u.id) rp`;

const provider = groupProvider(sql`gr.external_id`);

/**
 * Users as records.
 * @rule tenant-users.list.attributes
 */
export const TENANT_USERS: RecordKind<TenantUserRow, Schema<'TenantUser'>> = {
  noun: 'User',
  path: '/api/v1/users',
  known: {
    columns: {
      id: exact(sql`u.id::text`),
      subject: text(sql`u.login`),
      name: text(name),
      email: text(sql`u.email`),
      status: text(status),
      clientid: exact(sql`u.bot_client_id::text`),
    },
    lists: {
      assignedroles: {
        among: rolesOfUser,
        columns: ofRole,
      },
      assignedgroups: {
        among: groupsOfUser,
        columns: { id: exact(sql`gr.id::text`), name: text(sql`gr.name`), providertype: text(provider) },
      },
      assignedgroupsassignedroles: {
        among: sql`(
          select o.*
          from account_group_member gm
          join group_role gl on gl.group_id = gm.group_id
          join role o on o.id = gl.role_id
          where gm.account_id = u.id) ro`,
        columns: ofRole,
      },
      assignedscopes: {
        among: permissionsOfUser,
        columns: { value: { kind: 'word', value: sql`rp.permission` } },
      },
    },
  },
  sorts: {
    name: textSort(name),
    subject: textSort(sql`u.login`),
    email: textSort(sql`u.email`),
    status: textSort(status),
    createdAt: idSort(sql`u.id`),
    id: idSort(sql`u.id`),
    _id: idSort(sql`u.id`),
  },
  sort: 'name',
  rows: {
    ...USER_ROWS,
    columns: sql`
      ${userColumns}, u.tenant_id, u.bot_client_id, u.picture, u.created_at, u.updated_at, ${status} as status,
      ${assignedRoles(rolesOfUser)} as assigned_roles,
      ${assignedGroups} as groups,
      array(select distinct rp.permission from ${permissionsOfUser} order by rp.permission) as scopes`,
  },
  toJson: (row, links) => ({
    id: row.id,
    subject: row.login,
    name: `${row.first_name} ${row.last_name}`.trim() || row.login,
    tenantId: row.tenant_id,
    ...(row.email !== '' && { email: row.email }),
    ...(row.picture !== null && { picture: row.picture }),
    status: row.status,
    assignedRoles: row.assigned_roles,
    assignedGroups: row.groups,
    assignedScopes: row.scopes,
    ...presentFields({ clientId: row.bot_client_id, preferredLocale: row.preferred_language, preferredZoneinfo: row.timezone }),
    createdAt: row.created_at.toISOString(),
    lastUpdatedAt: row.updated_at.toISOString(),
    links,
  }),
};

/**
 * Splits a name at its last space.
 * @rule tenant-users.name.split
 */
export function namesOf(whole: string): { firstName: string; lastName: string } {
  const [, firstName = '', lastName = ''] = /^(?:(.*\S)\s+)?(\S+)$/s.exec(whole.trim()) ?? [];
  return firstName === '' ? { firstName: lastName, lastName: '' } : { firstName, lastName };
}
