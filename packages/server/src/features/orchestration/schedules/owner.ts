/** The task or plan that a trigger starts. */
import { sql, type Sql } from '../../../core/database/sql.ts';

/** A task or a plan. */
export type Owner = { taskId: string; planId?: undefined } | { planId: string; taskId?: undefined };

/** Builds the condition that a row of the table `alias`, which has the columns task_id and plan_id, belongs to the task or plan. */
export const isOf = (alias: Sql, { taskId, planId }: Owner): Sql =>
  taskId === undefined ? sql`${alias}.plan_id = ${planId}` : sql`${alias}.task_id = ${taskId}`;
