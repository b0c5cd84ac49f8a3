/** Metrics in the format of Prometheus. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { getMetrics } from './get-metrics.ts';

/** The endpoint of metrics. */
export const metrics: Feature = { surface: orchestration, endpoints: [getMetrics] };
