/** What the list of tasks shows of each task besides its name: its version, its tags, its last runs and its next start. */
import { useQueries } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, readQuery } from '../../app/api.ts';
import { pagesOfIds } from '../../app/list-pages.ts';

/** The operation that reads the overviews. */
export const TASK_OVERVIEWS = 'POST /orchestration/executables/tasks/overview';
/** The largest number of tasks in a call. */
const MOST_TASKS = 100;

/** Overviews by the ids of their tasks. */
type Overviews = ReadonlyMap<string, Schema<'TaskOverview'>>;

const byTask = (overviews: readonly Schema<'TaskOverview'>[]): Overviews =>
  new Map(overviews.map((overview) => [overview.taskId, overview]));

/**
 * The overviews of the tasks of a list: one call for each page of the list. Like the list, they are read again each `every` milliseconds as long as it has
 * one page.
 */
export function useTaskOverviews(ids: readonly string[], every: number): Overviews {
  const pages = pagesOfIds(ids, MOST_TASKS);
  return useQueries({
    queries: pages.map((taskIds) => ({
      ...readQuery(TASK_OVERVIEWS, { body: { taskIds } }),
      refetchInterval: pages.length === 1 && every,
    })),
    combine: (answers) => byTask(answers.flatMap(({ data }) => data?.items ?? [])),
  });
}

/** Reads the overviews of any number of tasks, one page after the other. */
export async function readTaskOverviews(ids: readonly string[]): Promise<Overviews> {
  const all: Schema<'TaskOverview'>[] = [];
  for (const taskIds of pagesOfIds(ids, MOST_TASKS)) {
    // oxlint-disable-next-line no-await-in-loop -- many calls at the same time would crowd out those of other people
    all.push(...(await api.call(TASK_OVERVIEWS, { body: { taskIds } })).body.items);
  }
  return byTask(all);
}
