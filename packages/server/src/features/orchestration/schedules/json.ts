/** Converts schedules to JSON. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of a schedule, with its triggers. */
export type ScheduleRow = {
  id: string;
  description: string | null;
  environment_id: string;
  task_id: string | null;
  plan_id: string | null;
  triggers: Schema<'ScheduleTrigger'>[];
};

/** The columns of `ScheduleRow`, for statements with the alias `s`. */
export const scheduleColumns: Sql = sql`
  s.id, s.description, s.environment_id, s.task_id, s.plan_id,
  (select coalesce(json_agg(g.definition order by g.created_at, g.id), '[]')
   from time_trigger g
   where g.schedule_id = s.id) as triggers`;

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
