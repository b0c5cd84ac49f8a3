import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { DynamicEnvironmentRow } from './rows.ts';

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
