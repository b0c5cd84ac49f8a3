import { api } from '../../app/api.ts';
import type { Run } from '../task-executions/read-runs.ts';
import type { HomeRange } from './home-ranges.ts';

const MAX_PAGES = 10;
const PAGE_SIZE = 200;

/** Reads the newest run of each task with a cause, in a range; of at most 2,000 runs. */
export async function runsOfCause(environmentId: string, cause: string, { from, to }: HomeRange): Promise<Run[]> {
  const times = [new Date(from).toISOString(), new Date(to).toISOString()];
  const byTask = new Map<string, Run>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { body } = await api.call('POST /monitoring/observability/executions/search', {
      body: {
        environmentId,
        category: 'ETL',
        exclude: 'PLAN_EXECUTIONS',
        filters: [
          { field: 'cause', operator: 'in', value: [cause] },
          { field: 'period', operator: 'between', value: times },
        ],
        limit: PAGE_SIZE,
        ...(cursor !== undefined && { cursor }),
      },
    });
    for (const run of body.items) if (run.taskId !== undefined && !byTask.has(run.taskId)) byTask.set(run.taskId, run);
    cursor = body.nextCursor;
    if (cursor === undefined) break;
  }
  return [...byTask.values()];
}
