/** Reads artifacts. */
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useOffsetList } from '../../app/lists.ts';
import type { ArtifactFilters } from './routes.ts';

const LIST = 'GET /orchestration/artifacts';

/** The list of the artifacts of an environment. */
export const useArtifacts = (environmentId: string | undefined, { name, workspace }: ArtifactFilters) =>
  useOffsetList<Schema<'Artifact'>>(
    LIST,
    { environmentId, name, workspace },
    async (page, signal) => {
      const query = { environmentId, name, workspaceId: workspace, ...page };
      return (await api.call(LIST, { query, signal })).body;
    },
    { enabled: environmentId !== undefined },
  );
