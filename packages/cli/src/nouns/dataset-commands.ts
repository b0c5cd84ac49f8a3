import type { Command } from 'commander';

import { certifyDataset } from '../commands/datasets/certify-dataset.ts';
import { getDatasetLineage } from '../commands/datasets/get-dataset-lineage.ts';
import { getDataset } from '../commands/datasets/get-dataset.ts';
import { getSample } from '../commands/datasets/get-sample.ts';
import { listDatasets } from '../commands/datasets/list-datasets.ts';
import { searchDatasets } from '../commands/datasets/search-datasets.ts';
import { shareDataset } from '../commands/datasets/share-dataset.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace dataset`. */
export function addDatasetCommands(program: Command, shell: Shell): void {
  const dataset = program.command('dataset').description('Find datasets of the catalogue, show, certify and share them');
  for (const add of [listDatasets, searchDatasets, getDataset, getSample, getDatasetLineage, certifyDataset, shareDataset])
    add(dataset, shell);
}
