/** Component metrics: row counts and times of the components of runs. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { appendComponents } from './rows.ts';

/** The endpoints and the table of component metrics. */
export const componentMetrics: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  partitioned: [{ table: 'component_metric', key: 'execution_id', length: 'month' }],
};
