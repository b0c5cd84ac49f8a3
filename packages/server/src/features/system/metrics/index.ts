/** Metrics: numbers for Prometheus and whatever reads its format. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { getMetrics } from './get-metrics.ts';

/** What the server serves of its numbers. */
export const metrics: Feature = { surface: orchestration, endpoints: [getMetrics] };
