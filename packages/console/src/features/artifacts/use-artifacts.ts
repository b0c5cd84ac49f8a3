/** Reads artifacts. */
import { useEnvironment } from '../../app/environment.tsx';
import { useOffsetList } from '../../app/lists.ts';

/** The list of the artifacts of the environment. */
export function useArtifacts({ name, workspace }: { name?: string | undefined; workspace?: string | undefined }) {
  const { environment } = useEnvironment();
  return useOffsetList(
    'GET /orchestration/artifacts',
    { query: { environmentId: environment?.id, name, workspaceId: workspace } },
    { enabled: environment !== undefined },
  );
}
