/** Plans: steps of tasks that run one after the other. */
import type { Feature } from '../../../core/feature.ts';
import { conflict } from '../../../core/problem.ts';
import { orchestration } from '../../../core/surfaces/orchestration.ts';
import { createPlan } from './create-plan.ts';
import { deletePlan } from './delete-plan.ts';
import { getPlan } from './get-plan.ts';
import { listPlans } from './list-plans.ts';
import { pausePlan } from './pause-plan.ts';
import { replacePlan } from './replace-plan.ts';

export { findPlan, lockPlan, type LockedPlan } from './access.ts';

/** What the server serves for plans. */
export const plans: Feature = {
  surface: orchestration,
  endpoints: [listPlans, createPlan, getPlan, replacePlan, deletePlan, pausePlan],
  constraints: {
    /** @rule plans.create.name */
    plan_name_once: () => conflict('plan_name_taken', 'The workspace has a plan of that name: choose another name.'),
  },
};
