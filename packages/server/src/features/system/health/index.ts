/** Health: liveness, readiness and version, for load balancers and operators. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { getHealth } from './get-health.ts';
import { getProductInfo } from './get-product-info.ts';
import { getReadiness } from './get-readiness.ts';
import { unavailable } from './json.ts';

/** The endpoints of health. */
export const health: Feature = {
  surface: (problem, requestId) =>
    problem.status === 503 ? unavailable(problem.message, problem.details ?? '') : orchestration(problem, requestId),
  endpoints: [getHealth, getReadiness, getProductInfo],
};
