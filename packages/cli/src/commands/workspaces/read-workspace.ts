import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { Failure } from '../../failure.ts';
import { pickOne } from '../../names.ts';
import { toNamedChoice } from './resolve-workspace.ts';

/** Reads a workspace by id, name or environment/name. The API reads single workspaces from the list only. */
export async function readWorkspace(client: Client, idOrName: string): Promise<Schema<'WorkspaceInfo'> & { id: string; name: string }> {
  const { body } = await client.call('GET /orchestration/workspaces');
  const workspace = pickOne('workspace', idOrName, body, toNamedChoice);
  const { id, name } = workspace;
  if (id === undefined || name === undefined) throw new Failure('refused', 'The server left out the id or the name of the workspace.');
  return { ...workspace, id, name };
}
