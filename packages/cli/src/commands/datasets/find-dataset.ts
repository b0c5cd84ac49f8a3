import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';

/** Finds the id of a dataset by id, label or technical name. */
export async function findDatasetId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { body: datasets } = await client.call('GET /datasets');
  const naming = (one: (typeof datasets)[number]) => ({
    id: one.id ?? '',
    names: [one.label, one.technicalName ?? one.label],
    place: one.datastore?.label,
  });
  return naming(pickOne('dataset', idOrName, datasets, naming)).id;
}
