/** The metrics of the sender. */
import { counter } from '../../../core/observability/metrics.ts';

/** The outcomes of attempts: delivered, failed (it is retried), given up. */
export const deliveryOutcomes = counter(
  'millrace_webhook_deliveries_total',
  'Attempts of this process to deliver to webhooks, by outcome.',
  'outcome',
);
