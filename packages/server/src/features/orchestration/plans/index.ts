/** Plans: steps of tasks that run one after the other. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { bindPlanSchedule } from './bind-plan-schedule.ts';
import { changePlanRunConfig } from './change-plan-run-config.ts';
import { createPlan } from './create-plan.ts';
import { deletePlan } from './delete-plan.ts';
import { getPlanRunConfig } from './get-plan-run-config.ts';
import { getPlanSchedule } from './get-plan-schedule.ts';
import { getPlan } from './get-plan.ts';
import { listPlanEvents } from './list-plan-events.ts';
import { listPlans } from './list-plans.ts';
import { pausePlan } from './pause-plan.ts';
import { removePlanRunConfig } from './remove-plan-run-config.ts';
import { replacePlan } from './replace-plan.ts';
import { unbindPlanSchedule } from './unbind-plan-schedule.ts';

export * from './promoted-queries.ts';
export { findPlan, lockPlan, type LockedPlan } from './access.ts';

/** The endpoints and constraints of plans. */
export const plans: Feature = {
  surface: orchestration,
  endpoints: [
    listPlans,
    createPlan,
    getPlan,
    replacePlan,
    deletePlan,
    getPlanRunConfig,
    changePlanRunConfig,
    removePlanRunConfig,
    listPlanEvents,
    getPlanSchedule,
    bindPlanSchedule,
    unbindPlanSchedule,
    pausePlan,
  ],
  constraints: {
    /** @rule plans.create.name */
    plan_name_once: () => conflict('plan_name_taken', 'The workspace has a plan of that name: choose another name.'),
  },
};
