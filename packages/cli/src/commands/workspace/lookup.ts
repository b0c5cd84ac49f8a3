import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { listNamedChoices, type NamedChoice, pickOne } from '../../names.ts';

type WorkspaceInfo = Schema<'WorkspaceInfo'>;

/** A workspace as commands use it. */
export type FoundWorkspace = { id: string; name: string; environment: { id: string; name: string } };

/** Finds a workspace by id, name or environment/name. Without one, returns the default workspace. */
export async function findWorkspaceOrDefault(client: Client, idOrName: string | undefined): Promise<FoundWorkspace> {
  const { body: workspaces } = await client.call('GET /orchestration/workspaces');
  const found = idOrName === undefined ? defaultWorkspace(workspaces) : pickOne('workspace', idOrName, workspaces, toNamedChoice);
  const { id, name = '', environment } = found;
  if (id === undefined || environment === undefined)
    throw new Failure('refused', 'The server left out the id or the environment of the workspace.');
  return { id, name, environment };
}

/** Finds the id of a workspace that an option names; undefined without the option. */
export const findWorkspaceId = async (client: Client, idOrName: string | undefined): Promise<string | undefined> =>
  idOrName === undefined ? undefined : (await findWorkspaceOrDefault(client, idOrName)).id;

/** The only workspace, or else the one named Shared in the default environment. */
export function defaultWorkspace(workspaces: readonly WorkspaceInfo[]): WorkspaceInfo {
  const candidates =
    workspaces.length === 1 ? workspaces : workspaces.filter(({ name, environment }) => name === 'Shared' && environment?.default);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  if (workspaces.length === 0)
    throw new Failure(
      'notFound',
      'There are no workspaces that you can see. Ask the owner of a workspace, or an administrator, for rights on it.',
    );
  throw new Failure('usage', `Name a workspace with --workspace: ${listNamedChoices(workspaces.map(toNamedChoice))}.`);
}

/** The names of a workspace. `environment/name` distinguishes workspaces of the same name. */
function toNamedChoice({ id = '', name = '', environment }: WorkspaceInfo): NamedChoice {
  return { id, names: [name, `${environment?.name ?? ''}/${name}`] };
}

/** Reads a workspace by id, name or environment/name. The API reads single workspaces from the list only. */
export async function readWorkspace(client: Client, idOrName: string): Promise<Schema<'WorkspaceInfo'> & { id: string; name: string }> {
  const { body } = await client.call('GET /orchestration/workspaces');
  const workspace = pickOne('workspace', idOrName, body, toNamedChoice);
  const { id, name } = workspace;
  if (id === undefined || name === undefined) throw new Failure('refused', 'The server left out the id or the name of the workspace.');
  return { ...workspace, id, name };
}
