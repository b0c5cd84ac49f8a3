/** The common part of the two lists of all executions. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../../core/database/db.ts';
import type { Limits } from '../../../../core/base/limits.ts';
import type { Page } from '../../../../core/http/paging.ts';
import type { Actor } from '../../../../identity/actor.ts';
import { workspaceFitsEnvironment } from '../../../orchestration/workspaces/index.ts';
import type { ExecutionRow } from '../life-cycle/execution-row.ts';
import { selectExecutions } from './pages.ts';
import { keptSince, periodOf } from './period.ts';

/**
 * A page of executions; a workspace named together with an environment belongs to it.
 * @rule task-executions.list.place
 */
export async function listFiltered(
  { actor, tx, now, limits }: { actor: Actor; tx: Tx; now: Date; limits: Limits },
  filters: Schema<'TaskExecutionsFilters'>,
): Promise<Page<ExecutionRow>> {
  const { environmentId, workspaceId, status, tags } = filters;
  const period = periodOf(filters, now, limits.historyDays);
  await workspaceFitsEnvironment(tx, actor, filters);

  return selectExecutions(
    tx,
    actor,
    { environmentId, workspaceId, status, tags, period, kept: keptSince(now, limits.historyDays) },
    filters,
  );
}
