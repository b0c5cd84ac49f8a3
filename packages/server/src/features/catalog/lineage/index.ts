/** Lineage: the runs that have read and written datasets. */
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../core/http/surfaces/catalog.ts';
import { subscribeLineage } from './consumer.ts';
import { getDatasetLineage } from './get-dataset-lineage.ts';
import { getTaskLineage } from './get-task-lineage.ts';
import { noteReads, sendLineage } from './jobs.ts';

export { lineageConsumer } from './consumer.ts';
export { storeTouched } from './store-touched.ts';
export type { TouchedByRun } from './queries.ts';

/** The endpoints, jobs and timers of lineage. */
export const lineage: Feature = {
  surface: catalogErrors,
  endpoints: [getDatasetLineage, getTaskLineage],
  jobs: [noteReads, sendLineage],
  timers: [subscribeLineage],
  partitioned: [{ table: 'run_dataset', key: 'execution_id', length: 'month' }],
};
