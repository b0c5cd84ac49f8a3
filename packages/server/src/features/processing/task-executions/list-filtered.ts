/** What the two lists of all executions do alike. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Limits } from '../../../core/base/limits.ts';
import { toPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { namesOnePlace } from '../../orchestration/workspaces/index.ts';
import { toTaskExecutionJson } from './json.ts';
import { selectExecutions } from './page-queries.ts';
import { keptSince, periodOf } from './rules.ts';

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
  await namesOnePlace(tx, actor, filters);

  const page = await selectExecutions(
    tx,
    actor,
    { environmentId, workspaceId, status, tags, period, kept: keptSince(now, limits.historyDays) },
    filters,
  );
  return toPage(page, filters, toTaskExecutionJson);
}
