/**
 * Advances plan executions, and starts tasks and plans for schedules and webhooks, which have no caller: in place of a refusal, a record with the reason
 * is stored. The next move follows from the tables alone: a step is over when everything that it started has ended. So no message can be lost, and any
 * process may advance a plan at any time. The caller has locked the plan executions, or has inserted them in the same transaction.
 */
import type { Timer } from '../../../core/background/jobs.ts';
import { newId } from '../../../core/base/id.ts';
import { DatabaseUnavailable } from '../../../core/database/db.ts';
import type { Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockLive, requestEnd, type Started, startTasks, STEPS, type TaskStart } from '../task-executions/index.ts';
import {
  beginSteps,
  type BegunStep,
  closeSteps,
  lockIdle,
  type OpenRow,
  requestEnds,
  selectOpen,
  selectRunning,
  storeEnds,
} from './moves.ts';
import { insertRuns, type NewRun } from './new-runs.ts';
import {
  type CopiedStep,
  copyOf,
  holdPlansToRun,
  holdTasksOf,
  type TaskParameters,
  withFirstStepParameters,
  withTimeout,
} from './plan-rows.ts';
import { nextMove } from './rules.ts';

/** Advances plan executions as far as possible, and returns the environments that may have new work. */
export async function advance(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const all = new Set(ids);
  const wake = new Set<string>();
  for (;;) {
    const open = await selectOpen(tx, [...all]);
    if (open.length === 0) return [...wake];
    for (const child of await moveOn(tx, open)) all.add(child);
    for (const { environment_id } of open) wake.add(environment_id);
  }
}

type Begun = { row: OpenRow; step: CopiedStep; onFailure: boolean; written: BegunStep };

/** Makes one move of each plan execution, and returns the plan executions that error handlers have started. */
async function moveOn(tx: Tx, open: readonly OpenRow[]): Promise<string[]> {
  const moves = open.map((row) => ({ row, move: nextMove(idleExecutionOf(row)) }));
  const closed = moves.flatMap(({ row, move }) =>
    row.step_execution_id !== null && move.closes ? [{ id: row.step_execution_id, status: move.closes }] : [],
  );
  const ends = moves.flatMap(({ row, move }) =>
    move.ends || move.message !== undefined ? [{ id: row.id, status: move.ends, message: move.message }] : [],
  );
  if (closed.length > 0) await closeSteps(tx, closed);
  if (ends.length > 0) await storeEnds(tx, ends);
  const begun = moves.flatMap(({ row, move }) => (move.begins ? [begunOf(row, move.begins)] : []));
  return begin(tx, begun);
}

const idleExecutionOf = ({ steps, ending, position, on_failure, planned_count, succeeded }: OpenRow) => ({
  steps,
  ending,
  current: position === null ? undefined : { position, onFailure: on_failure ?? false, planned: planned_count ?? 0, succeeded },
});

function begunOf(row: OpenRow, { position, onFailure }: { position: number; onFailure: boolean }): Begun {
  const step = row.steps[position];
  if (!step) throw new Error(`The plan execution ${row.id} has no step ${position}`);
  const planned = onFailure ? step.handler.tasks.length + step.handler.plans.length : step.tasks.length;
  const { id, name, condition } = step;
  return { row, step, onFailure, written: { id: newId(), plan: row.id, position, onFailure, step: id, name, condition, planned } };
}

async function begin(tx: Tx, begun: readonly Begun[]): Promise<string[]> {
  if (begun.length === 0) return [];
  const steps = begun.map(({ written }) => written);
  await beginSteps(tx, steps);
  await startTasks(tx, begun.flatMap(taskStartsOf));
  const runs = begun.flatMap(planExecutionsOf);
  if (runs.length > 0) await insertRuns(tx, runs);
  return runs.map(({ id }) => id);
}

/** @rule plan-executions.run.parallel */
const taskStartsOf = ({ row, step, onFailure, written }: Begun): TaskStart[] =>
  (onFailure ? step.handler.tasks : step.tasks).map((taskId) => ({
    id: newId(),
    type: 'PLAN',
    taskId,
    tenant: row.tenant_id,
    actor: actorOf(row),
    plan: { executionId: row.id, stepExecutionId: written.id },
    parameters: onFailure ? undefined : step.parameters?.[taskId],
    timeoutMinutes: step.timeoutMinutes ?? null,
  }));

const actorOf = ({ account_id, user_type }: OpenRow) => ({ id: account_id, userType: user_type });

function planExecutionsOf({ row, step, onFailure, written }: Begun): NewRun[] {
  if (!onFailure) return [];
  return step.handler.plans.flatMap((id) => {
    const plan = row.handlers[id];
    if (!plan) return [];
    const { name, workspace, steps } = plan;
    return {
      id: newId(),
      type: 'PLAN',
      plan: { id, name, workspace, tenant: row.tenant_id, environment: row.environment_id },
      copy: copyOf(steps, row.handlers),
      actor: actorOf(row),
      apiVersion: null,
      parent: written.id,
    } satisfies NewRun;
  });
}

/**
 * Ends a locked plan execution and the plan executions that its error handlers run, as `actor` asked. Their task executions are ended, and nothing more
 * starts. It works level by level, because nothing new can start below a locked plan execution.
 * @rule plan-executions.end.answer
 * @rule plan-executions.end.again
 */
export async function endWithAllBelow(tx: Tx, actor: Actor, id: string): Promise<void> {
  const plans: string[] = [];
  const executions: string[] = [];
  for (let level = [id]; level.length > 0;) {
    const unfinished = (await requestEnds(tx, actor.id, level)).map((plan) => plan.id);
    const running = await selectRunning(tx, unfinished);
    plans.push(...unfinished);
    executions.push(...running.flatMap((run) => (run.is_plan ? [] : [run.id])));
    level = running.flatMap((run) => (run.is_plan ? [run.id] : []));
  }
  await lockLive(tx, executions);
  await requestEnd(tx, actor, executions);
  await advance(tx, plans);
}

/** The number of plan executions that one transaction advances. */
const BATCH = 100;

/**
 * Advances plan executions that run nothing any more. It polls each second, and at once after a wake-up.
 * @rule plan-executions.run.survives
 */
export const advancePlans: Timer = {
  name: 'advance-plans',
  milliseconds: 1000,
  does: 'starts the next steps of plan executions in which nothing runs any more; also when an execution of a plan ends',
  bell: STEPS,
  async run(platform: Platform) {
    try {
      while ((await advanceIdle(platform, BATCH)) > 0);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      platform.log.warn({ err: error }, 'plan executions could not be advanced together; each is tried by itself');
      await advanceEach(platform);
    }
  },
};

async function advanceIdle({ db, wakeups }: Platform, most: number, only?: string): Promise<number> {
  const { moved, wake } = await db.transaction(async (tx) => {
    const ids = (await lockIdle(tx, most, only)).map(({ id }) => id);
    return { moved: ids.length, wake: ids.length === 0 ? [] : await advance(tx, ids) };
  });
  wakeups.wake(wake);
  return moved;
}

/** A plan execution that cannot be advanced does not block the others. */
async function advanceEach(platform: Platform): Promise<void> {
  for (const { id } of await lockIdle(platform.db.writer, BATCH)) {
    await advanceIdle(platform, 1, id).catch((error: unknown) =>
      platform.log.error({ err: error, planExecution: id }, 'a plan execution could not be advanced'),
    );
  }
}

/**
 * A start of a plan. `parameters` are for tasks of its first step, `timeoutMinutes` is for all of its tasks; `misfire` is the reason why it cannot
 * begin, if that is known already.
 */
export type PlanStart = Pick<NewRun, 'id' | 'type' | 'actor' | 'misfire'> & {
  planId: string;
  parameters?: TaskParameters;
  timeoutMinutes?: number | null;
};

/**
 * Inserts an execution for each start, and starts the first steps of plans. It does not check rights: they were checked when the start was ordered.
 * A start whose task or plan no longer exists inserts nothing. The caller wakes the environments after the commit.
 */
export async function startWithoutCaller(tx: Tx, starts: readonly (TaskStart | PlanStart)[]): Promise<Started> {
  const isTask = (start: TaskStart | PlanStart): start is TaskStart => 'taskId' in start;
  const tasks = await startTasks(tx, starts.filter(isTask));
  const ofPlans = starts.flatMap((start) => (isTask(start) ? [] : start));
  const plans = await startPlans(tx, ofPlans);
  return { ids: [...tasks.ids, ...plans.ids], environments: [...new Set([...tasks.environments, ...plans.environments])] };
}

async function startPlans(tx: Tx, starts: readonly PlanStart[]): Promise<Started> {
  if (starts.length === 0) return { ids: [], environments: [] };
  const rows = await holdPlansToRun(tx, [...new Set(starts.map(({ planId }) => planId))]);
  const plans = new Map(rows.map((plan) => [plan.id, plan]));
  await holdTasksOf(tx, [...new Set(rows.map(({ tenant }) => tenant))], [...new Set(rows.flatMap(({ copy }) => copy.taskIds))]);
  const runs = starts.flatMap(({ planId, parameters, timeoutMinutes, ...start }): NewRun[] => {
    const found = plans.get(planId);
    if (!found) return [];
    const { copy, ...plan } = found;
    const given = parameters ? withFirstStepParameters(copy, parameters) : copy;
    return [{ ...start, plan, copy: timeoutMinutes ? withTimeout(given, timeoutMinutes) : given, apiVersion: null }];
  });
  const ids = runs.map(({ id }) => id);
  const misfired = new Set((await insertRuns(tx, runs)).map(({ id }) => id));
  const begun = ids.filter((id) => !misfired.has(id));
  return { ids, environments: await advance(tx, begun) };
}
