import type { Noun } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';
import type { Output } from '../../output.ts';

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

/** How a command names a dataset. */
export const datasetNoun: Noun = { what: 'dataset', argument: '<name or id>', find: findDatasetId };

/** Prints datasets as a table, or as JSON. */
export function printDatasets(output: Output, datasets: readonly Schema<'Dataset'>[]): void {
  if (output.json) return output.printJson(datasets);
  return output.printTable(
    ['ID', 'LABEL', 'NAME', 'CONNECTION', 'TRUST', 'CERTIFICATION'],
    datasets.map((dataset) => [
      dataset.id ?? '',
      dataset.label,
      dataset.technicalName ?? '',
      dataset.datastore?.label ?? '',
      dataset.trustScore === undefined ? '' : dataset.trustScore.toFixed(1),
      dataset.vanishedAt === undefined ? (dataset.certification ?? '') : 'table is gone',
    ]),
    'There are no such datasets.',
  );
}
