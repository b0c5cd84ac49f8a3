/** The workspaces that the account sees in the environment of the page. */
import type { Schema } from '@millrace/contract';
import { useEnvironment } from '../../app/environment.tsx';
import { useWholeList, type ReadList } from '../../app/lists.ts';
import type { Option } from '../../ui/choice-field.tsx';

/** A workspace with its id and name. */
export type NamedWorkspace = Schema<'WorkspaceInfo'> & { id: string; name: string };

/** The workspaces, sorted by name. */
export function useWorkspaceList(): ReadList<NamedWorkspace> {
  const { environment } = useEnvironment();
  const list = useWholeList(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environment?.id}` } },
    { enabled: environment !== undefined },
  );
  const rows = list.rows.map((workspace) => ({ ...workspace, id: workspace.id ?? '', name: workspace.name ?? '' }));
  return { ...list, rows: rows.toSorted((a, b) => a.name.localeCompare(b.name)) };
}

/** The workspaces as a list to choose from. */
export const useWorkspaceOptions = (): readonly Option[] => useWorkspaceList().rows.map(({ id, name }) => ({ id, name }));
