/** Lineage: the runs that have read and written datasets. */
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../surfaces/error-formats.ts';
import { subscribeLineage, sendLineage } from './open-lineage.ts';
import * as operations from './operations.ts';
import { noteReads } from './reports.ts';

export { lineageConsumer } from './open-lineage.ts';
export { storeTouched } from './reports.ts';

/** The endpoints, jobs and timers of lineage. */
export const lineage: Feature = {
  surface: catalogErrors,
  endpoints: Object.values(operations),
  jobs: [noteReads, sendLineage],
  timers: [subscribeLineage],
  partitioned: [{ table: 'run_dataset', key: 'execution_id', length: 'month' }],
};
