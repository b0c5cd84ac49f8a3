/** Health: liveness, readiness and version, for load balancers and operators. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../surfaces/error-formats.ts';
import { unavailable } from './readiness.ts';
import * as operations from './operations.ts';

export { healthy } from './readiness.ts';

/** The endpoints of health. */
export const health: Feature = {
  surface: (problem, requestId) =>
    problem.status === 503 ? unavailable(problem.message, problem.details ?? '') : orchestration(problem, requestId),
  endpoints: Object.values(operations),
};
