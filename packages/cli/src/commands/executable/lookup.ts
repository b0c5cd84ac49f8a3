import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import { isId, isShortId, pickOne } from '../../names.ts';
import type { FoundWorkspace } from '../workspace/lookup.ts';

type Found = { executable: string; name: string; workspace?: Schema<'WorkspaceInfo'> };

/** The filters of lists of tasks and plans; `name` is the beginning of names. */
type ExecutableFilter = { environmentId?: string; name?: string };

/** The maximum number of tasks or plans that are read to suggest names after an unknown one. */
const MAX_CANDIDATES = 100;

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
  const named = (await list({ ...environmentFilter, name: idOrName })).filter(({ name }) => name === idOrName);
  const inWorkspace = workspace ? named.filter((executable) => executable.workspace?.id === workspace.id) : [];
  // All of them are needed to check that the beginning of an id is unique.
  const maximum = isShortId(idOrName) ? Infinity : MAX_CANDIDATES;
  const choices = inWorkspace.length > 0 ? inWorkspace : named.length > 0 ? named : await list(environmentFilter, maximum);
  return pickOne(noun, idOrName, choices, (executable) => ({
    id: executable.executable,
    names: [executable.name],
    place: [executable.workspace?.environment?.name, executable.workspace?.name].filter(Boolean).join('/'),
  })).executable;
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
