/** Reads artifacts. */
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { PAGE_LIMIT, usePages } from '../../app/pages.ts';
import type { ArtifactFilters } from './routes.ts';

const LIST = 'GET /orchestration/artifacts';

/** The list of the artifacts of an environment. */
export const useArtifacts = (environmentId: string | undefined, { name, workspace }: ArtifactFilters) =>
  usePages<Schema<'Artifact'>>(
    LIST,
    { environmentId, name, workspace },
    async (offset, signal) => {
      const query = { environmentId, name, workspaceId: workspace, limit: PAGE_LIMIT, offset };
      return (await api.call(LIST, { query, signal })).body;
    },
    { enabled: environmentId !== undefined },
  );
