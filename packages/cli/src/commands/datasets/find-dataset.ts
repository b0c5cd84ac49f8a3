import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';

/** Finds the id of a dataset by id, label or technical name. */
export async function findDatasetId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { body: datasets } = await client.call('GET /datasets');
  const toNamedChoice = (dataset: (typeof datasets)[number]) => ({
    id: dataset.id ?? '',
    names: [dataset.label, dataset.technicalName ?? dataset.label],
    place: dataset.datastore?.label,
  });
  return toNamedChoice(pickOne('dataset', idOrName, datasets, toNamedChoice)).id;
}
