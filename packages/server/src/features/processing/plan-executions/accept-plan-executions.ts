/** Starts plans without a caller (schedules, webhooks). */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { insertRuns, type NewRun } from './accept.ts';
import { advance } from './advance.ts';
import { giving, type TaskParameters } from './copy.ts';
import { holdPlansToRun, holdTasksOf } from './plan-queries.ts';

/** A start of a plan; one with a misfire gets a record only. `parameters` are for tasks of the first step. */
export type NewPlanExecution = { planId: string; id?: string; parameters?: TaskParameters; apiVersion?: string } & Pick<
  NewRun,
  'type' | 'actor' | 'misfire'
>;

/** The result of a start; a plan that no longer exists has none. */
export type AcceptedPlanExecution = { id: string; planId: string; misfired: boolean };

/**
 * Accepts executions of plans and starts their first steps. It does not check rights: its caller has done so, or they were checked when the start
 * was ordered. The caller wakes the returned environments after the commit.
 */
export async function acceptPlanExecutions(
  tx: Tx,
  wanted: readonly NewPlanExecution[],
): Promise<{ accepted: AcceptedPlanExecution[]; wake: string[] }> {
  const plans = new Map((await holdPlansToRun(tx, [...new Set(wanted.map(({ planId }) => planId))])).map((plan) => [plan.id, plan]));
  const held = [...plans.values()];
  await holdTasksOf(tx, [...new Set(held.map(({ tenant }) => tenant))], [...new Set(held.flatMap(({ copy }) => copy.taskIds))]);
  const runs = wanted.flatMap(({ planId, apiVersion = null, id = newId(), parameters, ...rest }): NewRun[] => {
    const found = plans.get(planId);
    if (!found) return [];
    const { copy, ...plan } = found;
    return [{ ...rest, id, plan, copy: parameters ? giving(copy, parameters) : copy, apiVersion }];
  });
  const misfired = new Set((await insertRuns(tx, runs)).map(({ id }) => id));
  const accepted = runs.map(({ id, plan }) => ({ id, planId: plan.id, misfired: misfired.has(id) }));
  const wake = await advance(
    tx,
    accepted.filter((one) => !one.misfired).map(({ id }) => id),
  );
  return { accepted, wake };
}
