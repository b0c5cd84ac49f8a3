/** The workspaces that the account sees in the environment of the page. */
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import type { Option } from '../../ui/choice-field.tsx';

/** A workspace with its id and name. */
export type NamedWorkspace = Schema<'WorkspaceInfo'> & { id: string; name: string };

/** Returns the workspaces, sorted by name; undefined until they are known. */
export function useWorkspaces(): readonly NamedWorkspace[] | undefined {
  const { environment } = useEnvironment();
  const { data } = useRead(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined },
  );
  return data
    ?.map((workspace) => ({ ...workspace, id: workspace.id ?? '', name: workspace.name ?? '' }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The workspaces as a list to choose from. */
export const useWorkspaceOptions = (): readonly Option[] => (useWorkspaces() ?? []).map(({ id, name }) => ({ id, name }));
