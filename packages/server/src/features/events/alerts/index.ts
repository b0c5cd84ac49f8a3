/** Alerts: rules that open incidents, and the messages about these. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { forgetIncidents, watchConditions } from './timers.ts';

export { alertConsumer } from './run-ends.ts';

/** The endpoints and timers of alerts. */
export const alerts: Feature = {
  surface: tenantErrors(),
  endpoints: Object.values(operations),
  timers: [watchConditions, forgetIncidents],
};
