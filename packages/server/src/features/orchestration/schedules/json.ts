import type { Schema } from '@millrace/contract';
import type { ScheduleRow } from './rows.ts';

/**
 * Converts a row to Schedule.
 * @rule schedules.get.bound
 */
export const toScheduleJson = (row: ScheduleRow): Schema<'Schedule'> => ({
  id: row.id,
  ...(row.description !== null && { description: row.description }),
  triggers: row.triggers,
  environmentId: row.environment_id,
  ...(row.task_id !== null && { executableId: row.task_id, executableType: 'TASK' }),
  ...(row.plan_id !== null && { executableId: row.plan_id, executableType: 'PLAN' }),
});
