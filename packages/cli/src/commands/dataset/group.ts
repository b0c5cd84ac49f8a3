import type { Schema } from '@millrace/contract';
import { Argument } from 'commander';
import { group, nounOf, serverCommand, thingCommand } from '../../command-builders.ts';
import { readWholeNumber } from '../../option-values.ts';
import type { Output } from '../../output.ts';
import { localTime } from '../../text.ts';
import { changeAndPrintSharings, SHARING_OPTIONS } from '../sharing/sharings.ts';

/** A dataset is found by its label or its technical name. */
const datasetNoun = nounOf(
  'dataset',
  async (client) => (await client.call('GET /datasets')).body,
  (dataset) => ({
    id: dataset.id ?? '',
    names: [dataset.label, dataset.technicalName ?? dataset.label],
    place: dataset.datastore?.label,
  }),
);

/** Prints datasets as a table, or as JSON. */
function printDatasets(output: Output, datasets: readonly Schema<'Dataset'>[]): void {
  if (output.wantsData) return output.printData(datasets);
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

/** `millrace dataset lineage`. */
const getDatasetLineage = thingCommand(datasetNoun, 'lineage', {
  description: 'Show which runs have written and read a dataset, and what else these have touched',
  examples: ['millrace dataset lineage public.airports'],
  async run({ client, output }, datasetId) {
    const path = { datasetId };
    const { body: lineage } = await client.call('GET /datasets/{datasetId}/lineage', { path });
    if (output.wantsData) return output.printData(lineage);
    const runs = [...lineage.writtenBy.map((run) => ['wrote it', run] as const), ...lineage.readBy.map((run) => ['read it', run] as const)];
    output.printTable(
      ['RUN', 'DID', 'TASK', 'STATUS', 'FINISHED'],
      runs.map(([did, run]) => [run.executionId, did, run.taskName, run.executionStatus, run.finishedAt ? localTime(run.finishedAt) : '']),
      lineage.name === undefined
        ? 'Its kind of connection has no OpenLineage name, so no run can name it.'
        : `No run that you see has reported ${lineage.namespace} ${lineage.name}.`,
    );
    if (runs.length === 0) return;
    const names = [
      ...lineage.sources.map((source) => ['comes from', source] as const),
      ...lineage.targets.map((target) => ['goes to', target] as const),
    ];
    output.printTable(
      ['DATA', 'NAMESPACE', 'NAME', 'DATASET'],
      names.map(([direction, data]) => [direction, data.namespace, data.name, data.label ?? '']),
      'These runs have reported nothing else.',
    );
  },
});

const listDatasets = serverCommand('list', {
  description: 'List the datasets that you can see',
  options: {
    '--query <query>': 'only those that match a condition in the query language of the catalogue',
    '--favorites': 'only your favourites',
    '--sort-by <field>': 'order by a field of the answer, such as trustScore',
    '--descending': 'the largest first',
  },
  examples: [`millrace dataset list --query "certification = 'certified' and columns.path contains 'mail'"`],
  async run({ client, output, options: { query, favorites, sortBy, descending } }) {
    const { body } = await client.call('GET /datasets', {
      query: {
        ...(query !== undefined && { serviceQlQuery: query }),
        ...(favorites && { favorite: 'true' }),
        ...(sortBy !== undefined && { sortBy }),
        ...(descending && { sortOrder: 'desc' }),
      },
    });
    return printDatasets(output, body);
  },
});

const searchDatasets = serverCommand('search', {
  description: 'Find datasets by words of their names, descriptions, columns, tags and attributes',
  arguments: { '<words...>': 'all of them must occur; -word must not' },
  examples: ['millrace dataset search customer mail'],
  async run({ client, output }, words: string[]) {
    const { body } = await client.call('GET /datasets', { query: { search: words.join(' ') } });
    return printDatasets(output, body);
  },
});

const showDataset = thingCommand(datasetNoun, 'show', {
  description: 'Show a dataset with its columns',
  examples: ['millrace dataset show public.airports'],
  async run({ client, output }, datasetId) {
    const path = { datasetId };
    const { body: dataset } = await client.call('GET /datasets/{datasetId}', { path });
    const { body: columns } = await client.call('GET /datasets/{datasetId}/columns', { path });
    if (output.wantsData) return output.printData({ ...dataset, columns });
    const quality = dataset.talendGlobalQuality;
    output.printProperties([
      ['Id', dataset.id],
      ['Label', dataset.label],
      ['Name', dataset.technicalName],
      ['Description', dataset.description],
      ['Connection', dataset.datastore?.label],
      ['Tags', dataset.tags?.join(', ')],
      ['Certification', dataset.certification],
      ['Trust score', dataset.trustScore?.toFixed(1)],
      ['Quality', quality && `${quality['1']} valid, ${quality['0']} empty, ${quality['-1']} invalid`],
      ['Owner', dataset.owner],
      ['You may', dataset.entitlements?.join(', ')],
      ['Table gone since', dataset.vanishedAt && localTime(dataset.vanishedAt)],
    ]);
    return output.printTable(
      ['COLUMN', 'TYPE', 'MEANING', 'DESCRIPTION'],
      columns.map(({ path: column, type, semanticType, description }) => [column, type ?? '', semanticType ?? '', description]),
      'It has no columns.',
    );
  },
});

const getSample = thingCommand(datasetNoun, 'sample', {
  description: 'Show rows of a dataset; only a connection that keeps samples has them',
  options: { '--limit <n>': { text: 'maximum number', parse: readWholeNumber, default: 20 } },
  examples: ['millrace dataset sample public.airports --limit 5'],
  async run({ client, output, options: { limit } }, datasetId) {
    const path = { datasetId };
    const { body: sample } = await client.call('GET /datasets/{datasetId}/sample', { path, query: { limit } });
    if (output.wantsData) return output.printData(sample);
    output.printTable(
      sample.columns,
      sample.rows.map((row) => row.map((cell) => cell ?? '')),
      'The sample has no rows.',
    );
    return output.note(`${sample.rows.length} of ${sample.total} rows of the sample.`);
  },
});

type Certification = 'none' | 'pending' | 'certified';

const certifyDataset = thingCommand(datasetNoun, 'certify', {
  description: 'Set the certification of a dataset, which says whether people can trust it',
  adjust: (command) =>
    command.addArgument(new Argument('[certification]', 'certification').choices(['certified', 'pending', 'none']).default('certified')),
  examples: ['millrace dataset certify public.airports'],
  async run({ client, output }, datasetId, currentCertification: Certification) {
    const { body } = await client.call('PUT /datasets/{datasetId}/certification', {
      path: { datasetId },
      body: { currentCertification },
    });
    return output.printResult(body, `The certification of dataset ${datasetId} is ${currentCertification}.`);
  },
});

const shareDataset = thingCommand(datasetNoun, 'share', {
  description: 'Show who a dataset is shared with, or share it with users and groups',
  options: SHARING_OPTIONS,
  examples: ['millrace dataset share public.airports --user ada --group analysts --level WRITER'],
  async run({ client, output, options }, entityId) {
    return changeAndPrintSharings(client, output, { entityType: 'dataset', entityId }, options);
  },
});

/** `millrace dataset`. */
export const datasetGroup = group('dataset', 'Find datasets of the catalogue, show, certify and share them', [
  listDatasets,
  searchDatasets,
  showDataset,
  getSample,
  getDatasetLineage,
  certifyDataset,
  shareDataset,
]);
