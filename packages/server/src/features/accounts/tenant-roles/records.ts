/** Roles as records of the tenant API. */
import { asWritten, type Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { idSort, type RecordKind, textSort } from '../../../core/http/cursor-lists.ts';
import { permissionsOfRole, roleColumns, roleLevel, type RoleRow, ROLE_ROWS } from '../people/index.ts';

/** The row of a role as a record. */
type TenantRoleRow = RoleRow & {
  tenant_id: string;
  description: string;
  level: Schema<'RoleLevel'>;
  assigned: boolean;
  created_at: Date;
  updated_at: Date;
};

const type = sql`case when r.built_in then 'default' else 'custom' end`;
const level = roleLevel(sql`r.id`);

const isAssigned = sql`
  (exists (select from account_role ra where ra.role_id = r.id) or exists (select from group_role rg where rg.role_id = r.id))`;

/**
 * Roles as records.
 * @rule tenant-roles.list.attributes
 */
export const TENANT_ROLES: RecordKind<TenantRoleRow, Schema<'TenantRole'>> = {
  noun: 'Role',
  path: '/api/v1/roles',
  known: {
    columns: {
      id: { kind: 'exact', value: sql`r.id::text` },
      name: { kind: 'text', value: sql`r.name` },
      description: { kind: 'text', value: sql`r.description` },
      type: { kind: 'text', value: type },
      level: { kind: 'text', value: level },
    },
    lists: {
      assignedscopes: {
        among: permissionsOfRole,
        columns: { value: { kind: 'word', value: sql`rp.permission` } },
      },
    },
  },
  sorts: {
    name: textSort(sql`r.name`),
    type: textSort(type),
    level: textSort(level),
    createdAt: idSort(sql`r.id`),
    id: idSort(sql`r.id`),
    _id: idSort(sql`r.id`),
  },
  sort: 'name',
  rows: {
    ...ROLE_ROWS,
    columns: sql`
      ${roleColumns}, r.tenant_id, r.description, ${level} as level, ${isAssigned} as assigned, r.created_at, r.updated_at`,
  },
  toJson: (row, links) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.built_in ? 'default' : 'custom',
    level: row.level,
    tenantId: row.tenant_id,
    assignedScopes: asWritten(row.permissions, row.vendor_words),
    canEdit: !row.built_in,
    canDelete: !row.built_in && !row.assigned,
    createdAt: row.created_at.toISOString(),
    lastUpdatedAt: row.updated_at.toISOString(),
    links,
  }),
};
