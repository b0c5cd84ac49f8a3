/** The statements about plans and their run configurations, and their events. Each one that finds or locks a plan checks the tenant and the right. */
import type { QueryOf, Right, Schema } from '@millrace/contract';
import { json, type Sql, sql, startsWith, type Tx } from '../../../core/database/sql.ts';
import { hasWords } from '../../../core/database/word-search.ts';
import { type Page } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';
import { inWorkspace } from '../../security/held/index.ts';
import { type ExecutableAction, holdTasks, type PauseColumns, pauseColumns, usesTask } from '../tasks/index.ts';
import { keptTimesOf, type KeptTimes, withKeptTimes } from '../triggers/index.ts';
import { type ContentUses, selectContentUses, workspaceJoins, type WorkspaceObject, workspaceObject } from '../workspaces/index.ts';
import {
  requireEachOnce,
  requireFewReferences,
  requirePlansOfEnvironment,
  requireTasksOfEnvironment,
  type StepRequest,
  stepsOf,
  type StepValues,
} from './rules.ts';
import { type PlanStepRow, stepsOfPlan } from './steps.ts';

/** The row of a plan, with its workspace, its steps and the status of its newest execution. */
export type PlanRow = {
  id: string;
  name: string;
  description: string | null;
  workspace: WorkspaceObject;
  created_at: Date;
  updated_at: Date;
  author: string;
  author_type: Schema<'UserType'>;
  steps: PlanStepRow[];
  newest: 'STARTED' | 'EXECUTION_SUCCESS' | 'EXECUTION_FAILED' | 'EXECUTION_TERMINATED' | null;
} & PauseColumns;

/** Builds the columns of `PlanRow`, for statements with the alias `p`. */
const planColumns = (actor: Actor): Sql => sql`
  p.id, p.workspace_id, p.name, p.description, p.created_at, p.updated_at, p.author, p.author_type, ${pauseColumns(sql`p`)},
  (select ${workspaceObject}
   from workspace w
   ${workspaceJoins}
   where w.id = p.workspace_id) as workspace,
  ${stepsOfPlan(actor, sql`p.id`)} as steps,
  (select x.status
   from plan_execution x
   where x.plan_id = p.id
     and x.status <> 'EXECUTION_MISFIRED'
   order by x.started_at desc, x.id desc
   limit 1) as newest`;

/** @rule plans.list.visible */
const guard = inWorkspace({ noun: 'Plan', table: sql`plan`, alias: sql`p` });

/**
 * Finds a plan that the actor may read.
 * @rule plans.get.right
 */
export const findPlan = (tx: Tx, actor: Actor, id: string): Promise<PlanRow> => guard.find(tx, actor, id, { columns: planColumns(actor) });

/** Selects a page of the plans that an actor may see. */
export const pageOfPlans = guard.page;

/** A locked plan. */
type LockedPlan = { id: string; workspace_id: string; environment_id: string; paused: boolean };

/**
 * Locks a plan on whose workspace the actor holds a right.
 * @rule plans.create.right
 */
export const lockPlan = (tx: Tx, actor: Actor, id: string, right: Right): Promise<LockedPlan> =>
  guard.lock(tx, actor, id, right, sql`p.paused_at is not null as paused`);

/** Converts the steps of a body, or refuses them. Prevents the deletion of the tasks and plans that they name until the transaction ends. */
export async function holdSteps(tx: Tx, actor: Actor, sent: readonly StepRequest[], environment: string): Promise<StepValues[]> {
  const steps = stepsOf(sent);
  requireFewReferences(steps);
  requireEachOnce(steps);
  const tasks = steps.flatMap((step) => [...step.tasks, ...step.handlerTasks]);
  requireTasksOfEnvironment(steps, await holdTasks(tx, actor, tasks, environment));
  const plans = steps.flatMap((step) => step.handlerPlans);
  if (plans.length > 0) requirePlansOfEnvironment(steps, await guard.hold(tx, actor, plans, environment));
  return steps;
}

/**
 * Selects a page of plans, ordered by name.
 * @rule plans.list.name
 * @rule plans.list.words
 * @rule plans.list.task
 * @rule plans.list.plan
 */
export async function selectPlans(tx: Tx, actor: Actor, query: QueryOf<'GET /orchestration/executables/plans'>): Promise<Page<PlanRow>> {
  const where: Sql[] = [];
  if (query.taskId !== undefined) where.push(usesTask(sql`p`, query.taskId));
  if (query.planId !== undefined) where.push(sql`p.id = ${query.planId}`);
  if (query.name !== undefined) where.push(startsWith(sql`p.name`, query.name));
  if (query.words !== undefined) where.push(hasWords(sql`p.name`, query.words));
  return guard.page(tx, actor, query, { columns: planColumns(actor), where });
}

/** Counts the plans whose error handlers name a plan. Also returns the names of those that the actor may see. */
export const selectPlanUses = (tx: Tx, actor: Actor, id: string): Promise<ContentUses> => {
  const names = sql`u.id in (select s.plan_id from plan_step_plan k join plan_step s on s.id = k.step_id where k.plan_id = ${id})`;
  return selectContentUses(tx, actor, sql`plan`, names);
};

/** The fields of a plan that a caller may set, without the steps. */
type PlanValues = { name: string; description: string | null };

/** Adds a plan without steps. Raises its event. */
export async function insertPlan(tx: Tx, id: string, actor: Actor, workspace: string, values: PlanValues): Promise<void> {
  await tx.rows(sql`
    insert into plan (id, tenant_id, workspace_id, name, description, author, author_type)
    values (${id}, ${actor.tenant}, ${workspace}, ${values.name}, ${values.description}, ${actor.login}, ${actor.userType})`);
  await raisePlanEvents(tx, actor, 'created', [id]);
}

/** Changes the name and the description of a plan. Raises its event. */
export async function updatePlan(tx: Tx, actor: EventActor, id: string, values: PlanValues): Promise<void> {
  await tx.rows(sql`
    update plan
    set name = ${values.name},
        description = ${values.description},
        updated_at = now()
    where id = ${id}`);
  await raisePlanEvents(tx, actor, 'updated', [id]);
}

/**
 * Deletes a plan with its steps; the reference of its schedule becomes null. Raises its event.
 * @rule plans.delete.schedule
 */
export async function removePlan(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raisePlanEvents(tx, actor, 'deleted', [id]);
  await tx.rows(sql`
    delete from plan
    where id = ${id}`);
}

/**
 * Raises events of plans, after they were added or changed, and before they are deleted.
 * @rule events.plans.records
 */
export const raisePlanEvents = (tx: Tx, actor: EventActor, action: ExecutableAction, ids: readonly string[]): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.plan.${action}`,
    actor,
    sql`
      select p.tenant_id, p.workspace_id as space_id, p.id as resource_id, w.owner_id, jsonb_build_object(
               'planId', p.id, 'planName', p.name, 'environmentId', w.environment_id, 'workspaceId', p.workspace_id, 'description', p.description,
               'pauseContext', case when ${action === 'paused'} then p.pause_context end) as data
      from plan p
      join workspace w on w.id = p.workspace_id
      where p.id = any (${[...ids]}::uuid[])
      order by p.id`,
  );

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
  { parallelExecutionAllowed, runtime, trigger }: Schema<'PlanRunConfigRequest'>,
): Promise<PlanRunConfigRow> =>
  tx.only(sql`
    insert into plan_run_config (plan_id, parallel_execution_allowed, kept)
    values (${plan}, ${parallelExecutionAllowed ?? false}, ${json({ ...(runtime && { runtime }), trigger: keptTimesOf(trigger) })}::jsonb)
    on conflict (plan_id) do update
    set parallel_execution_allowed = excluded.parallel_execution_allowed,
        kept = excluded.kept,
        updated_at = now()
    returning parallel_execution_allowed, kept`);
