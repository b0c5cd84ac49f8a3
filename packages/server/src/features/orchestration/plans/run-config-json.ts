/** How the run configuration of a plan is shown. */
import type { Schema } from '@millrace/contract';

/** A run configuration as the database has it. */
export type RunConfigRow = { parallel_execution_allowed: boolean };

/** Row → PlanRunConfig. */
export const toPlanRunConfigJson = (row: RunConfigRow, trigger: Schema<'Trigger'>): Schema<'PlanRunConfig'> => ({
  trigger,
  parallelExecutionAllowed: row.parallel_execution_allowed,
});
