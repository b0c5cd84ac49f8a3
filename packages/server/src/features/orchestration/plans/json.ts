/** Converts plans to JSON. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { pauseColumns, toPauseDetails, type PauseColumns } from '../tasks/index.ts';
import { toWorkspaceInfo, workspaceJoins, workspaceObject, type WorkspaceObject } from '../workspaces/index.ts';
import { stepsOfPlan, toChart, toStepJson, type PlanStepRow } from './step-json.ts';

/** The row of a plan, with its workspace, its steps and the status of its newest execution. */
export type PlanRow = {
  id: string;
  name: string;
  description: string | null;
  workspace: WorkspaceObject;
  created_at: Date;
  updated_at: Date;
  author: string;
  author_type: Schema<'UserType'>;
  steps: PlanStepRow[];
  newest: 'STARTED' | 'EXECUTION_SUCCESS' | 'EXECUTION_FAILED' | 'EXECUTION_TERMINATED' | null;
} & PauseColumns;

/** The columns of `PlanRow` that the table of plans has, under the alias `p`. */
export const planColumns: Sql = sql`
  p.id, p.workspace_id, p.name, p.description, p.created_at, p.updated_at, p.author, p.author_type, ${pauseColumns(sql`p`)}`;

/** Builds the other columns of `PlanRow`; `plan` is the alias of the table of plans. */
export const planDetails = (actor: Actor, plan: Sql): Sql => sql`
  (select ${workspaceObject}
   from workspace w
   ${workspaceJoins}
   where w.id = ${plan}.workspace_id) as workspace,
  ${stepsOfPlan(actor, sql`${plan}.id`)} as steps,
  (select x.status
   from plan_execution x
   where x.plan_id = ${plan}.id
     and x.status <> 'EXECUTION_MISFIRED'
   order by x.started_at desc, x.id desc
   limit 1) as newest`;

const STATUS = {
  STARTED: 'executing',
  EXECUTION_SUCCESS: 'execution_successful',
  EXECUTION_FAILED: 'execution_failed',
  EXECUTION_TERMINATED: 'execution_failed',
} as const;

/** Converts a row to Plan. */
export const toPlanJson = (row: PlanRow): Schema<'Plan'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  workspace: toWorkspaceInfo(row.workspace),
  createDate: row.created_at.toISOString(),
  updateDate: row.updated_at.toISOString(),
  author: row.author,
  authorType: row.author_type,
  steps: row.steps.map(toStepJson),
});

/**
 * Converts a row to PlanExecutableDetails.
 * @rule plans.get.status
 */
export function toPlanDetails(row: PlanRow): Schema<'PlanExecutableDetails'> {
  const chart = toChart(row.steps);
  return {
    executable: row.id,
    name: row.name,
    workspace: toWorkspaceInfo(row.workspace),
    ...(row.description !== null && { description: row.description }),
    ...(chart && { chart }),
    ...(row.newest !== null && { status: STATUS[row.newest] }),
    ...toPauseDetails('planPauseDetails', row),
  };
}
