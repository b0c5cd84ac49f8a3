/** The metrics of firing. */
import { histogram } from '../../../core/observability/metrics.ts';

const DRIFTS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

/** The delay of fired instants. */
export const drift = histogram(
  'millrace_firing_drift_seconds',
  'From the moment at which a trigger was due until its start was durable.',
  DRIFTS,
);
