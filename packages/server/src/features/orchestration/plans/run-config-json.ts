/** How the run configuration of a plan is shown. */
import type { Schema } from '@millrace/contract';
import { withKeptTimes, type KeptTimes } from '../triggers/index.ts';

/** A run configuration as the database has it. */
export type PlanRunConfigRow = {
  parallel_execution_allowed: boolean;
  /** What has no effect, as it was sent. */
  kept: Pick<Schema<'PlanRunConfig'>, 'runtime'> & { trigger?: KeptTimes };
};

/** Row → PlanRunConfig. */
export const toPlanRunConfigJson = ({ kept, ...row }: PlanRunConfigRow, trigger: Schema<'Trigger'>): Schema<'PlanRunConfig'> => ({
  trigger: withKeptTimes(trigger, kept.trigger),
  parallelExecutionAllowed: row.parallel_execution_allowed,
  ...(kept.runtime && { runtime: kept.runtime }),
});
