/** Converts plans to JSON. */
import type { Schema } from '@millrace/contract';
import { toPauseDetails } from '../tasks/index.ts';
import { toWorkspaceInfo } from '../workspaces/index.ts';
import type { PlanRow } from './rows.ts';
import { toChart, toStepJson } from './steps.ts';

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
