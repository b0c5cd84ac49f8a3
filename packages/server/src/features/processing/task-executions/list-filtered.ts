/** What the two lists of all executions do alike. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/db.ts';
import type { Limits } from '../../../core/limits.ts';
import { toPage } from '../../../core/paging.ts';
import { invalid } from '../../../core/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import { liesInEnvironment } from '../../orchestration/workspaces/index.ts';
import { toTaskExecutionJson } from './json.ts';
import { selectExecutions } from './queries.ts';
import { periodOf } from './rules.ts';

/**
 * A page of executions; a workspace named together with an environment lies in it.
 * @rule task-executions.list.place
 */
export async function listFiltered(
  { actor, tx, now, limits }: { actor: Actor; tx: Tx; now: Date; limits: Limits },
  filters: Schema<'TaskExecutionsFilters'>,
): Promise<Schema<'PageTaskExecutionStatus'>> {
  const { environmentId, workspaceId, status, tags } = filters;
  const period = periodOf(filters, now, limits.historyDays);
  if (environmentId !== undefined && workspaceId !== undefined && !(await liesInEnvironment(tx, actor, workspaceId, environmentId))) {
    throw invalid('workspace_outside_environment', 'The workspace does not lie in the environment: give one of the two, or two that fit.');
  }

  const page = await selectExecutions(tx, actor, { environmentId, workspaceId, status, tags, period }, filters);
  return toPage(page, filters, toTaskExecutionJson);
}
