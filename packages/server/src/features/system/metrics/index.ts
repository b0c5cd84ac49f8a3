/** Metrics in the format of Prometheus. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { standbyText } from './figures.ts';

/** The endpoint of metrics. */
export const metrics: Feature = { surface: orchestrationErrors, endpoints: Object.values(operations) };
