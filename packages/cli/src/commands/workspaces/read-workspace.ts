import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { Failure } from '../../failure.ts';
import { pickOne } from '../../names.ts';
import { namingOf } from './resolve-workspace.ts';

/** Reads a workspace by id, name or environment/name. The API reads single workspaces from the list only. */
export async function readWorkspace(client: Client, idOrName: string): Promise<Schema<'WorkspaceInfo'> & { id: string; name: string }> {
  const { body } = await client.call('GET /orchestration/workspaces');
  const one = pickOne('workspace', idOrName, body, namingOf);
  const { id, name } = one;
  if (id === undefined || name === undefined) throw new Failure('refused', 'The server left out the id or the name of the workspace.');
  return { ...one, id, name };
}
