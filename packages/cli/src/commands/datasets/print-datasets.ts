import type { Schema } from '@millrace/contract';

import type { Output } from '../../output.ts';

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
