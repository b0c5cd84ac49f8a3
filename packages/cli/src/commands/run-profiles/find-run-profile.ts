import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readPages, type ListPage } from '../../pages.ts';

type ProfileFilter = Pick<Schema<'RunProfileFilters'>, 'processorTypes' | 'processorIds' | 'scopeIds' | 'name'>;

/** Lists run profiles by filters. */
export const readRunProfiles = (client: Client, filter: ProfileFilter = {}): Promise<ListPage<Schema<'BaseRunProfile'>>> =>
  readPages(async (limit, offset) => {
    const body = { ...filter, sortBy: 'NAME' as const, sortOrder: 'ASC' as const, limit, offset };
    return (await client.call('POST /processing/run-profiles/search', { body })).body;
  });

/** Finds the id of a run profile by id or name, among those that a filter selects. */
export async function findRunProfileId(client: Client, idOrName: string, filter: ProfileFilter = {}): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { items } = await readRunProfiles(client, filter);
  return pickOne('run profile', idOrName, items, ({ id, name, processorType, processorId: ownerId }) => ({
    id,
    names: [name],
    place: `${processorType} ${ownerId}`,
  })).id;
}
