/** Reads tasks. */
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import type { FiltersOf } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';

const SEARCH = 'POST /orchestration/executables/tasks/search';
const REFRESH_INTERVAL = 15_000;

/** A task in a list. */
export type ListedTask = Schema<'TaskExtract'>;

/** The list of the tasks of an environment. */
export const useTasks = (environmentId: string | undefined, { name, workspace, artifact, tag }: FiltersOf<'/tasks'>) =>
  useOffsetList<ListedTask>(
    SEARCH,
    { environmentId, name, workspace, artifact, tag },
    async (page, signal) => {
      const scope = workspace === undefined ? { environmentId } : { workspaceId: workspace };
      const body = {
        ...scope,
        ...(name !== undefined && { name }),
        ...(artifact !== undefined && { artifactId: artifact }),
        ...(tag !== undefined && { tags: [tag] }),
        ...page,
      };
      return (await api.call(SEARCH, { body, signal })).body;
    },
    { enabled: environmentId !== undefined, every: REFRESH_INTERVAL },
  );
