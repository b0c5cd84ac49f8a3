/** What the list of tasks shows of each task besides its name: its version, its tags, its last runs and its next start. */
import { useQueries } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { reading } from '../../app/api.ts';

/** The operation that reads them. */
export const OVERVIEW = 'POST /orchestration/executables/tasks/overview';
/** The largest number of tasks in a call. */
const MOST_TASKS = 100;

/** The overviews by the ids of the tasks: one call for each page of the list. They are refreshed as long as the list is. */
export function useTaskOverviews(ids: readonly string[], every: number): ReadonlyMap<string, Schema<'TaskOverview'>> {
  const pages = Array.from({ length: Math.ceil(ids.length / MOST_TASKS) }, (_, page) =>
    ids.slice(page * MOST_TASKS, (page + 1) * MOST_TASKS),
  );
  return useQueries({
    queries: pages.map((taskIds) => ({
      ...reading(OVERVIEW, { body: { taskIds } }),
      refetchInterval: pages.length === 1 && every,
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => data?.items ?? []).map((overview) => [overview.taskId, overview])),
  });
}
