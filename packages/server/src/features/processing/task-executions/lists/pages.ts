/** Pages of executions. README.md says which statement of `page-rows.ts` serves which list. */
import type { Schema } from '@millrace/contract';
import type { Limits } from '../../../../core/base/limits.ts';
import type { Tx } from '../../../../core/database/db.ts';
import type { Page, PageQuery } from '../../../../core/http/paging.ts';
import type { Actor } from '../../../../identity/actor.ts';
import { requireFittingWorkspace } from '../../../orchestration/workspaces/index.ts';
import { detailsOf, isOutcome } from '../life-cycle/states.ts';
import type { ExecutionRow } from '../life-cycle/execution-row.ts';
import { countGaps, listedExecutions, selectCountedDays, selectRows, selectUnfinishedPage } from './page-rows.ts';
import { keptSince, type Period, periodOf, spansOf, spansOfPage } from './spans.ts';

/**
 * A page of all executions, for the two lists with filters; a workspace named together with an environment belongs to it.
 * @rule task-executions.list.place
 */
export async function listFiltered(
  { actor, tx, now, settings: { limits } }: { actor: Actor; tx: Tx; now: Date; settings: { limits: Limits } },
  filters: Schema<'TaskExecutionsFilters'>,
): Promise<Page<ExecutionRow>> {
  const { environmentId, workspaceId, status, tags } = filters;
  const period = periodOf(filters, now, limits.historyDays);
  await requireFittingWorkspace(tx, actor, filters);

  return selectExecutions(
    tx,
    actor,
    { environmentId, workspaceId, status, tags, period, kept: keptSince(now, limits.historyDays) },
    filters,
  );
}

/** The filters of a list; the history still contains all executions since `kept`. */
type TaskExecutionFilters = {
  environmentId?: string | undefined;
  workspaceId?: string | undefined;
  taskId?: string | undefined;
  status?: string | undefined;
  tags?: readonly string[] | undefined;
  period: Period;
  kept: Date;
};

/**
 * A page of executions, newest first. The transaction must give all statements the same state of the database.
 * @rule task-executions.list.order
 * @rule task-executions.list.status
 * @rule task-executions.list.tags
 * @rule task-executions.list.window
 */
export async function selectExecutions(tx: Tx, actor: Actor, filters: TaskExecutionFilters, page: PageQuery): Promise<Page<ExecutionRow>> {
  const { status, tags = [], period, kept } = filters;
  const { limit = 100, offset = 0 } = page;
  const scope = await listedExecutions(tx, actor, filters);
  const outcomes = status === undefined ? [] : detailsOf(status);
  const conditions = { scope, outcomes, tags, period, kept };
  if (outcomes.some((outcome) => !isOutcome(outcome))) return selectUnfinishedPage(tx, conditions, page);

  const spans = await countGaps(tx, conditions, spansOf(period, await selectCountedDays(tx, conditions)));
  const total = spans.reduce((sum, { count }) => sum + count, 0);
  const pagePart = spansOfPage(spans, offset, limit);
  return { total, rows: pagePart.spans.length === 0 ? [] : await selectRows(tx, conditions, pagePart.spans, limit, pagePart.skip) };
}
