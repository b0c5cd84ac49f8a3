/** Health: for load balancers and people on call. */
import type { Feature } from '../../../core/feature.ts';
import { getHealth } from './get-health.ts';
import { getProductInfo } from './get-product-info.ts';
import { getReadiness } from './get-readiness.ts';
import { unavailable } from './json.ts';

/** What the server serves about itself. */
export const health: Feature = {
  surface: ({ message, details = '' }) => unavailable(message, details),
  endpoints: [getHealth, getReadiness, getProductInfo],
};
