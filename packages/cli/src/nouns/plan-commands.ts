import type { Command } from 'commander';

import type { Shell } from '../shell.ts';
import { endPlanExecution } from '../commands/plan-executions/end-plan-execution.ts';
import { addFollowCommand } from '../commands/plan-executions/follow-command.ts';
import { listPlanExecutions } from '../commands/plan-executions/list-plan-executions.ts';
import { listStepExecutions } from '../commands/plan-executions/list-step-executions.ts';
import { rerunPlanExecution } from '../commands/plan-executions/rerun-plan-execution.ts';
import { startPlanExecution } from '../commands/plan-executions/start-plan-execution.ts';
import { createPlan } from '../commands/plans/create-plan.ts';
import { deletePlan } from '../commands/plans/delete-plan.ts';
import { getPlan } from '../commands/plans/get-plan.ts';
import { listPlans } from '../commands/plans/list-plans.ts';
import { pausePlan, resumePlan } from '../commands/plans/pause-plan.ts';
import { replacePlan } from '../commands/plans/replace-plan.ts';
import { changePlanRunConfig } from '../commands/run-configs/change-plan-run-config.ts';

/** Adds `millrace plan`. */
export function addPlanCommands(program: Command, shell: Shell): void {
  const plan = program.command('plan').description('Run tasks in steps: create plans, run them and follow their steps');
  for (const add of [
    createPlan,
    listPlans,
    getPlan,
    replacePlan,
    changePlanRunConfig,
    startPlanExecution,
    pausePlan,
    resumePlan,
    deletePlan,
  ])
    add(plan, shell);
  for (const add of [listPlanExecutions, listStepExecutions, addFollowCommand, endPlanExecution, rerunPlanExecution]) add(plan, shell);
}
