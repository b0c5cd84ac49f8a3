import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import { isId, pickPlaced } from '../../names.ts';
import type { FoundWorkspace } from '../workspace/lookup.ts';

type Found = { executable: string; name: string; workspace?: Schema<'WorkspaceInfo'> };

/** The filters of lists of tasks and plans; `name` is the beginning of names. */
type ExecutableFilter = { environmentId?: string; name?: string };

/**
 * Finds the id of a task or plan by id or name; of several with the name, the one in the given workspace. `workspace` limits the search to its
 * environment.
 */
export async function findExecutableId(
  noun: 'task' | 'plan',
  idOrName: string,
  list: (query: ExecutableFilter, maximum?: number) => Promise<readonly Found[]>,
  workspace?: FoundWorkspace,
): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const environmentFilter = workspace ? { environmentId: workspace.environment.id } : {};
  const found = await pickPlaced(noun, idOrName, {
    list: (name, maximum) => list({ ...environmentFilter, ...(name !== undefined && { name }) }, maximum),
    toPlacedChoice: ({ executable, ...rest }) => ({ id: executable, ...rest }),
    workspaceId: workspace?.id,
  });
  return found.executable;
}

/** Reads the names of objects. One that is deleted or not visible is shown by its id. */
export async function readNames(ids: readonly string[], readName: (id: string) => Promise<string>): Promise<(id: string) => string> {
  const names = new Map<string, string>();
  for (const id of new Set(ids)) {
    try {
      names.set(id, await readName(id));
    } catch (error) {
      if (!(error instanceof MillraceError) || (error.status !== 404 && error.status !== 403)) throw error;
    }
  }
  return (id) => names.get(id) ?? id;
}
