import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { insertRuns } from './insert-runs.ts';
import { findStartablePlan } from './plan-access.ts';
import { advance } from './advance.ts';
import { findRerun } from './find-rerun.ts';
import { holdPlansToRun, holdTasksToRun } from './plan-queries.ts';
import { requireConfigured, requireFailed, requireComplete, requireNotPaused, requireRecent, requireMayRunAll, rerunOf } from './rules.ts';
import { found } from '../../../core/base/problem.ts';

/** The version of the processing API under which executions are started. */
const API_VERSION = '2021-03';

/**
 * Accepts an execution of a plan and starts its first step; both are stored when the answer is sent.
 * @rule plan-executions.start.permission
 * @rule plan-executions.start.answer
 */
export const startPlanExecution = endpoint('POST /processing/executions/plans', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, now, limits, body }) {
    const rerun = rerunOf(body);
    const startable = await findStartablePlan(tx, actor, body.executable);
    const plan = found((await holdPlansToRun(tx, [startable.id]))[0], 'Plan', body.executable);
    const earlier = rerun && (await findRerun(tx, actor, plan.id, rerun));
    const copy = earlier?.copy ?? plan.copy;
    const tasks = await holdTasksToRun(tx, actor, copy.taskIds);

    requireMayRunAll(tasks);
    requireNotPaused(startable);
    if (earlier) {
      requireRecent(earlier.plan, now, limits.historyDays);
      requireFailed(earlier.plan, earlier.step);
    }
    requireComplete(copy.taskIds, tasks);
    requireConfigured(tasks);

    const id = newId();
    const misfired = await insertRuns(tx, [{ id, type: 'MANUAL', plan, copy, actor, apiVersion: API_VERSION, rerun }]);
    const wake = misfired.length > 0 ? [] : await advance(tx, [id]);
    return { status: 201, body: { executionId: id }, wake };
  },
});
