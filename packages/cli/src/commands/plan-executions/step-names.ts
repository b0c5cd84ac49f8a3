import { ApiError, type Client } from '@millrace/contract/client';

import { readNames } from '../executables/read-names.ts';
import { readPlan } from '../plans/find-plan.ts';
import { chartSteps } from '../plans/plan-steps.ts';

/** Reads the names of the steps of a plan. A step that the plan no longer has is shown by its id. */
export async function nameSteps(client: Client, planId: string): Promise<(stepId: string) => string> {
  const plan = await readPlan(client, planId).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  });
  const names = new Map(chartSteps(plan?.chart).map(({ id, name }) => [id, name]));
  return (stepId) => names.get(stepId) ?? stepId;
}

/** Reads the names of plans. A plan that is deleted or not visible is shown by its id. */
export const namePlans = (client: Client, planIds: readonly string[]): Promise<(planId: string) => string> =>
  readNames(planIds, async (planId) => (await readPlan(client, planId)).name);
