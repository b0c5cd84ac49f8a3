/** The JSON of dynamic-engine environments. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/base/present-fields.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { environmentStatus } from '../../processing/dynamic-engines/index.ts';

/** The row of a dynamic-engine environment. */
export type DynamicEnvironmentRow = {
  id: string;
  name: string;
  description: string | null;
  dynamic_engine_id: string | null;
  link_id: string | null;
  status: Schema<'DEEnvironmentStatus'>;
  log_strategy: Schema<'DEStrategy'>;
  metrics_strategy: Schema<'DEStrategy'>;
  created_by: string;
  creator_type: Schema<'UserType'>;
  created_at: Date;
  updated_by: string;
  modifier_type: Schema<'UserType'>;
  updated_at: Date;
};

/** The columns of `DynamicEnvironmentRow`, for statements with `dynamicEnvironmentJoins`. */
export const dynamicEnvironmentColumns: Sql = sql`
  e.id, e.name, e.description, a.dynamic_engine_id, a.id as link_id, ${environmentStatus} as status, x.log_strategy, x.metrics_strategy,
  x.created_by, x.creator_type, e.created_at, x.updated_by, x.modifier_type, e.updated_at`;

/** The tables beside the environment `e`. */
export const dynamicEnvironmentJoins: Sql = sql`
  join dynamic_engine_environment x on x.environment_id = e.id
  left join dynamic_engine_assignment a on a.environment_id = e.id
  left join dynamic_engine d on d.id = a.dynamic_engine_id`;

/** Converts a row to DEEnvironment. */
export const toDynamicEnvironmentJson = (row: DynamicEnvironmentRow): Schema<'DEEnvironment'> => ({
  id: row.id,
  name: row.name,
  description: row.description ?? '',
  ...presentFields({ deId: row.dynamic_engine_id, linkId: row.link_id }),
  status: row.status,
  logStrategy: row.log_strategy,
  metricsStrategy: row.metrics_strategy,
  createdBy: row.created_by,
  creationDate: row.created_at.toISOString(),
  lastModifiedBy: row.updated_by,
  lastModifiedDate: row.updated_at.toISOString(),
  creatorType: row.creator_type,
  modifierType: row.modifier_type,
});
