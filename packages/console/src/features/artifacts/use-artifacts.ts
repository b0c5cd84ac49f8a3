/** Reads artifacts. */
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import type { FiltersOf } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';

const LIST = 'GET /orchestration/artifacts';

/** The list of the artifacts of an environment. */
export const useArtifacts = (environmentId: string | undefined, { name, workspace }: FiltersOf<'/artifacts'>) =>
  useOffsetList<Schema<'Artifact'>>(
    LIST,
    { environmentId, name, workspace },
    async (page, signal) => {
      const query = { environmentId, name, workspaceId: workspace, ...page };
      return (await api.call(LIST, { query, signal })).body;
    },
    { enabled: environmentId !== undefined },
  );
