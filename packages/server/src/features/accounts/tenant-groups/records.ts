/** Groups as records of the tenant API. */
import type { Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { idSort, textSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import { assignedRoles, groupProvider, GROUP_ROWS, roleLevel, rolesOfGroup } from '../people/index.ts';

/** The row of a group as a record. */
type TenantGroupRow = {
  id: string;
  tenant_id: string;
  name: string;
  description: string;
  provider: Schema<'GroupProvider'>;
  roles: Schema<'AssignedRole'>[];
  created_at: Date;
  updated_at: Date;
};

const provider = groupProvider(sql`g.external_id`);

/**
 * Groups as records.
 * @rule tenant-groups.list.attributes
 */
export const TENANT_GROUPS: RecordKind<TenantGroupRow, Schema<'TenantGroup'>> = {
  noun: 'Group',
  path: '/api/v1/groups',
  known: {
    columns: {
      id: { kind: 'exact', value: sql`g.id::text` },
      name: { kind: 'text', value: sql`g.name` },
      description: { kind: 'text', value: sql`g.description` },
      providertype: { kind: 'text', value: provider },
      status: { kind: 'text', value: sql`'active'::text` },
    },
    lists: {
      assignedroles: {
        among: rolesOfGroup,
        columns: {
          id: { kind: 'exact', value: sql`ro.id::text` },
          name: { kind: 'text', value: sql`ro.name` },
          level: { kind: 'text', value: roleLevel(sql`ro.id`) },
        },
      },
    },
  },
  sorts: { name: textSort(sql`g.name`), createdAt: idSort(sql`g.id`), id: idSort(sql`g.id`), _id: idSort(sql`g.id`) },
  sort: 'name',
  rows: {
    ...GROUP_ROWS,
    columns: sql`
      g.id, g.tenant_id, g.name, g.description, ${provider} as provider, g.created_at, g.updated_at,
      ${assignedRoles(rolesOfGroup)} as roles`,
  },
  toJson: (row, links) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    providerType: row.provider,
    status: 'active',
    tenantId: row.tenant_id,
    assignedRoles: row.roles,
    createdAt: row.created_at.toISOString(),
    lastUpdatedAt: row.updated_at.toISOString(),
    links,
  }),
};
