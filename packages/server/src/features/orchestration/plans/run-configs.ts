/** The run configurations of plans. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { type KeptTimes, withKeptTimes } from '../triggers/index.ts';

/** The row of a run configuration. */
type PlanRunConfigRow = {
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

/** Selects the run configuration of a plan, if it has one. */
export const selectPlanRunConfig = (tx: Tx, plan: string): Promise<PlanRunConfigRow | undefined> =>
  tx.one(sql`
    select parallel_execution_allowed, kept
    from plan_run_config
    where plan_id = ${plan}`);

/** Sets the run configuration of a plan. */
export const savePlanRunConfig = (
  tx: Tx,
  plan: string,
  values: { parallelExecutionAllowed: boolean; kept: PlanRunConfigRow['kept'] },
): Promise<PlanRunConfigRow> =>
  tx.only(sql`
    insert into plan_run_config (plan_id, parallel_execution_allowed, kept)
    values (${plan}, ${values.parallelExecutionAllowed}, ${json(values.kept)}::jsonb)
    on conflict (plan_id) do update
    set parallel_execution_allowed = excluded.parallel_execution_allowed,
        kept = excluded.kept,
        updated_at = now()
    returning parallel_execution_allowed, kept`);
