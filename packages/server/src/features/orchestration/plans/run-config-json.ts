/** Converts run configurations of plans to JSON. */
import type { Schema } from '@millrace/contract';
import { withKeptTimes, type KeptTimes } from '../triggers/index.ts';

/** The row of a run configuration. */
export type PlanRunConfigRow = {
  parallel_execution_allowed: boolean;
  /** Fields without effect, which are returned as they were sent. */
  kept: Pick<Schema<'PlanRunConfig'>, 'runtime'> & { trigger?: KeptTimes };
};

/** Converts a row to PlanRunConfig. */
export const toPlanRunConfigJson = ({ kept, ...row }: PlanRunConfigRow, trigger: Schema<'Trigger'>): Schema<'PlanRunConfig'> => ({
  trigger: withKeptTimes(trigger, kept.trigger),
  parallelExecutionAllowed: row.parallel_execution_allowed,
  ...(kept.runtime && { runtime: kept.runtime }),
});
