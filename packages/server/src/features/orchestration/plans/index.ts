/** Plans: steps of tasks that run one after the other. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import * as runConfigOperations from './run-config-operations.ts';

export * from './promoted-rows.ts';

/** The endpoints and constraints of plans. */
export const plans: Feature = {
  surface: orchestrationErrors,
  endpoints: [...Object.values(operations), ...Object.values(runConfigOperations)],
  constraints: {
    /** @rule plans.create.name */
    plan_name_once: () => conflict('plan_name_taken', 'The workspace has a plan of that name: choose another name.'),
  },
};
