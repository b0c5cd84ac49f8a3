/** Pages of executions. README.md says which statement of `page-queries.ts` serves which list. */
import type { Tx } from '../../../../core/database/db.ts';
import type { Page, PageQuery } from '../../../../core/http/paging.ts';
import type { Actor } from '../../../../identity/actor.ts';
import { listedExecutions } from './access.ts';
import type { ExecutionRow } from '../life-cycle/execution-row.ts';
import { countGaps, selectCountedDays, selectRows, selectUnfinishedPage } from './page-queries.ts';
import type { Period } from './period.ts';
import { spansOf, spansOfPage } from './spans.ts';
import { detailsOf, isOutcome } from '../life-cycle/states.ts';

/** The filters of a list; the history still contains all executions since `kept`. */
export type TaskExecutionFilters = {
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
