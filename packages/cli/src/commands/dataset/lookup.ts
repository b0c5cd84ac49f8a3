import { nounOf } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Output } from '../../output.ts';

/** A dataset is found by its label or its technical name. */
export const datasetNoun = nounOf(
  'dataset',
  async (client) => (await client.call('GET /datasets')).body,
  (dataset) => ({
    id: dataset.id ?? '',
    names: [dataset.label, dataset.technicalName ?? dataset.label],
    place: dataset.datastore?.label,
  }),
);

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
