/** The JSON of environments. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of an environment. */
export type EnvironmentRow = { id: string; name: string; description: string | null; max_cloud_containers: number; is_default: boolean };

/** The columns of `EnvironmentRow`, for statements with the alias `e`. */
export const environmentColumns: Sql = sql`e.id, e.name, e.description, e.max_cloud_containers, e.is_default`;

/** The same columns as one JSON value, for statements about content of an environment. */
export const environmentObject: Sql = sql`json_build_object(
  'id', e.id, 'name', e.name, 'description', e.description, 'max_cloud_containers', e.max_cloud_containers, 'is_default', e.is_default)`;

/** Converts a row to EnvironmentInfo. */
export const toEnvironmentJson = (row: EnvironmentRow): Schema<'EnvironmentInfo'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  maxCloudContainers: row.max_cloud_containers,
  default: row.is_default,
});
