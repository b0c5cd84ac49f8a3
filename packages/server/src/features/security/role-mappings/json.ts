/** The JSON of role mappings. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of a mapping, with the names of its roles in alphabetical order. */
export type MappingRow = { name: string; roles: string[] };

/**
 * The columns of `MappingRow`, for statements with the alias `m`.
 * @rule role-mappings.roles.deleted
 */
export const mappingColumns: Sql = sql`
  m.name,
  array(
    select r.name
    from role_mapping_role mr
    join role r on r.id = mr.role_id
    where mr.tenant_id = m.tenant_id
      and mr.name = m.name
    order by r.name) as roles`;

/** Converts a row to RoleMapping. */
export const toMappingJson = ({ name, roles }: MappingRow): Schema<'RoleMapping'> => ({ name, roles });
