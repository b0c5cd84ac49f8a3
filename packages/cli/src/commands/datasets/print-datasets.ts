import type { Schema } from '@millrace/contract';

import type { Output } from '../../output.ts';

/** Prints datasets as a table, or as JSON. */
export function printDatasets(output: Output, datasets: readonly Schema<'Dataset'>[]): void {
  if (output.json) return output.printJson(datasets);
  return output.printTable(
    ['ID', 'LABEL', 'NAME', 'CONNECTION', 'TRUST', 'CERTIFICATION'],
    datasets.map((one) => [
      one.id ?? '',
      one.label,
      one.technicalName ?? '',
      one.datastore?.label ?? '',
      one.trustScore === undefined ? '' : one.trustScore.toFixed(1),
      one.vanishedAt === undefined ? (one.certification ?? '') : 'table is gone',
    ]),
    'There are no such datasets.',
  );
}
