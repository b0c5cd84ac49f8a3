/** Component metrics: row counts and times of the components of runs. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { listExecutionComponents } from './list-execution-components.ts';
import { searchComponentMetrics } from './search-component-metrics.ts';

export { appendComponents } from './queries.ts';

/** The endpoints of component metrics. */
export const componentMetrics: Feature = {
  surface: orchestration,
  endpoints: [listExecutionComponents, searchComponentMetrics],
  partitioned: [{ table: 'component_metric', key: 'execution_id', length: 'month' }],
};
