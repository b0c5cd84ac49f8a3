import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readPages, type ListPage } from '../../pages.ts';

type Resource = Schema<'Resource'>;

/** Lists resources. */
export const readResources = (
  client: Client,
  filter: { environmentId?: string; workspaceId?: string; name?: string } = {},
): Promise<ListPage<Resource>> =>
  readPages(async (limit, offset) => (await client.call('GET /orchestration/resources', { query: { ...filter, limit, offset } })).body);

/** Finds the id of a resource by id, name or workspace/name. */
export async function findResourceId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { items } = await readResources(client);
  return pickOne('resource', idOrName, items, ({ id, name, workspaceInfo }) => ({
    id,
    names: [name, `${workspaceInfo.name ?? ''}/${name}`],
    place: [workspaceInfo.environment?.name, workspaceInfo.name].filter(Boolean).join('/'),
  })).id;
}

/** Reads a resource. */
export const readOneResource = async (client: Client, resourceId: string): Promise<Resource> =>
  (await client.call('GET /orchestration/resources/{resourceId}', { path: { resourceId } })).body;
