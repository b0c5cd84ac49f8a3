/** Health: liveness, readiness and version, for load balancers and operators. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { type Part, unavailable } from './readiness.ts';
import * as operations from './operations.ts';

export { healthy } from './readiness.ts';

/** The failing parts of a refusal of `GET /readyz`: their names with spaces between them. */
const partsOf = (details = ''): Part[] => details.split(' ').filter(Boolean) as Part[];

/** The endpoints of health. */
export const health: Feature = {
  surface: (problem, requestId) =>
    problem.status === 503 ? unavailable(problem.message, partsOf(problem.details)) : orchestrationErrors(problem, requestId),
  endpoints: Object.values(operations),
};
