/** The records of executions and analyses of promotions: statements and answers. */
import type { Schema } from '@millrace/contract';
import type { EventTypeName } from '@millrace/contract/event-types';
import { newId } from '../../../core/base/id.ts';
import { requireFound } from '../../../core/base/problem.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { momentText, raisedFrom } from '../../events/outbox/index.ts';
import { toTaskVersion } from '../../processing/task-executions/index.ts';
import type { Choice } from './draft/choose.ts';
import {
  type ArtifactItem,
  type Item,
  itemsOf,
  type PlanItem,
  type PromotionReport,
  type RuntimeItem,
  type TaskItem,
  type Use,
  type UsedItem,
  type VersionItem,
  type WorkspaceItem,
} from './draft/report.ts';
import { promotionName, promotionTables, visiblePromotions } from './rows.ts';

/** The row of an execution or an analysis. */
export type PromotionExecutionRow = {
  id: string;
  promotion_id: string;
  account_id: string;
  user_type: Schema<'UserType'>;
  keep_target_resources: boolean;
  keep_target_run_profiles: boolean;
  chosen_id: string | null;
  chosen_type: Schema<'PromotedType'> | null;
  context: string | null;
  /** The API spells ANALIZED with i. */
  status: 'ANALIZED' | 'PROMOTION_WARNING' | 'PROMOTION_FAILED' | 'PROMOTED';
  status_message: string;
  report: PromotionReport;
  triggered_at: Date;
  finished_at: Date;
};

/** The options of an execution or an analysis. */
export type PromotionOptions = {
  keepTargetResources: boolean;
  keepTargetRunProfiles: boolean;
  choice: Choice | undefined;
  context: string | undefined;
};

/** A new record. */
type NewPromotionExecution = {
  promotion: string;
  actor: Actor;
  options: PromotionOptions;
  status: PromotionExecutionRow['status'];
  message: string;
  report: PromotionReport;
  triggeredAt: Date;
};

const executionColumns: Sql = sql`
  x.id, x.promotion_id, x.account_id, x.user_type, x.keep_target_resources, x.keep_target_run_profiles, x.chosen_id, x.chosen_type, x.context,
  x.status, x.status_message, x.report, x.triggered_at, x.finished_at`;

/**
 * Builds the part of a statement that raises the event of an execution `x`. Analyses raise none.
 * @rule events.promotions.finished
 */
const raisedEnd = (actor: Actor): Sql =>
  raisedFrom(sql`
      select p.tenant_id, ${'com.service.v1.promotion.run.finished' satisfies EventTypeName}::text as type, null::uuid as space_id,
             p.id::text as resource_id, x.account_id as owner_id, ${actor.id}::uuid as actor_id, jsonb_build_object(
               'executionId', x.id, 'promotionId', p.id, 'promotionName', ${promotionName}, 'sourceEnvironmentId', p.source_environment_id,
               'targetEnvironmentId', p.target_environment_id, 'status', case x.status when 'PROMOTION_FAILED' then 'error' else 'ok' end,
               'executionStatus', x.status, 'message', x.status_message, 'finishedAt', ${momentText(sql`x.finished_at`)}) as data
      from ${promotionTables}
      join x on x.promotion_id = p.id
      where x.status <> 'ANALIZED'`);

/** Adds the record of an execution or an analysis. That of an execution raises its event. */
export const insertPromotionExecution = (tx: Tx, { actor, options, ...execution }: NewPromotionExecution): Promise<PromotionExecutionRow> =>
  tx.only(sql`
    with x as (
      insert into promotion_execution as x (
        id, tenant_id, promotion_id, account_id, user_type, keep_target_resources, keep_target_run_profiles, chosen_id, chosen_type, context, status,
        status_message, report, triggered_at)
      values (
        ${newId()}, ${actor.tenant}, ${execution.promotion}, ${actor.id}, ${actor.userType}, ${options.keepTargetResources},
        ${options.keepTargetRunProfiles}, ${options.choice?.id ?? null}, ${options.choice?.type ?? null}, ${options.context ?? null},
        ${execution.status}, ${execution.message}, ${json(execution.report)}, ${execution.triggeredAt})
      returning ${executionColumns}
    ), raised as (${raisedEnd(actor)}
    )
    select ${executionColumns}
    from x`);

/**
 * Finds a record of a promotion that the actor may read.
 * @rule promotion-executions.get.visible
 */
export async function findPromotionExecution(tx: Tx, actor: Actor, id: string): Promise<PromotionExecutionRow> {
  const row = await tx.one<PromotionExecutionRow>(sql`
    select ${executionColumns}
    from promotion_execution x
    join promotion p on p.id = x.promotion_id
    where x.id = ${id}
      and ${visiblePromotions(actor)}`);
  return requireFound(row, 'Promotion execution', id);
}

/** Converts a row to PromotionExecutionStatus. */
export function toPromotionExecutionJson(row: PromotionExecutionRow): Schema<'PromotionExecutionStatus'> {
  const show = reporter(row.status);
  const { workspaces, engines, clusters } = row.report;
  return {
    executionId: row.id,
    startTimestamp: row.triggered_at.toISOString(),
    triggerTimestamp: row.triggered_at.toISOString(),
    finishTimestamp: row.finished_at.toISOString(),
    userId: row.account_id,
    userType: row.user_type,
    promotionId: row.promotion_id,
    pipelineId: row.promotion_id,
    keepTargetResources: row.keep_target_resources,
    keepTargetRunProfiles: row.keep_target_run_profiles,
    ...(row.chosen_id !== null && row.chosen_type !== null && { advanced: { artifactId: row.chosen_id, artifactType: row.chosen_type } }),
    ...(row.context !== null && { context: row.context }),
    defective: itemsOf(row.report).some((item) => item.status === 'FAILED'),
    status: row.status,
    statusMessage: row.status_message,
    workspaces: workspaces.map(show.workspace),
    engines: engines.map(show.runtime('ENGINE')),
    clusters: clusters.map(show.runtime('CLUSTER')),
  };
}

type Reported = Pick<Schema<'ArtifactPromotionResult'>, 'id' | 'targetId' | 'name' | 'analyzeReport' | 'promotionReport'>;

/**
 * Builds the functions that convert items. `analyzeReport` has the planned status, `promotionReport` the real one: if an item failed, all others are
 * skipped.
 * @rule promotions.analyze.report
 * @rule promotions.execute.report
 */
function reporter(status: PromotionExecutionRow['status']) {
  const base = ({ id, target, name, status: planned, messages }: Item): Reported => {
    const failed = planned === 'FAILED';
    // An object that is planned but not created has no counterpart yet.
    const exists = target !== null && (planned !== 'CREATED' || status === 'PROMOTED' || status === 'PROMOTION_WARNING');
    const done = status === 'PROMOTION_FAILED' && !failed ? { status: 'SKIPPED' as const, messages: [] } : { status: planned, messages };
    return {
      id,
      ...(exists && { targetId: target }),
      name,
      analyzeReport: { status: planned, messages },
      ...(status !== 'ANALIZED' && { promotionReport: done }),
    };
  };
  const task = (taskItem: TaskItem): Schema<'FlowPromotionResult'> => ({
    ...base(taskItem),
    type: 'FLOW',
    version: taskItem.version,
    ...(taskItem.targetVersion !== null && { targetVersion: toTaskVersion(taskItem.targetVersion) }),
    workspaceId: taskItem.workspaceId,
    artifactId: taskItem.artifactId,
    jobType: taskItem.jobType,
  });
  const plan = (planItem: PlanItem): Schema<'ArtifactPromotionResult'> => ({
    ...base(planItem),
    type: 'PLAN',
    workspaceId: planItem.workspaceId,
  });
  const used =
    (type: 'CONNECTION' | 'RESOURCE') =>
    (usedItem: UsedItem): Schema<'ArtifactPromotionResult'> => ({
      ...base(usedItem),
      type,
      workspaceId: usedItem.workspaceId,
      usedBy: usedItem.usedBy.map(toUseJson),
    });
  const version = (versionItem: VersionItem, workspaceId: string): Schema<'ArtifactPromotionResult'> => ({
    ...base(versionItem),
    type: 'ACTION',
    workspaceId,
    version: versionItem.version,
  });
  const artifact = (artifactItem: ArtifactItem): Schema<'ArtifactPromotionResult'> => ({
    ...base(artifactItem),
    type: 'ACTION',
    workspaceId: artifactItem.workspaceId,
    artifactId: artifactItem.id,
    jobType: artifactItem.jobType,
    ...(artifactItem.versions[0] && { version: artifactItem.versions[0].version }),
    ...(artifactItem.targetVersion !== null && { targetVersion: artifactItem.targetVersion }),
    usedBy: artifactItem.usedBy.map(toUseJson),
    versions: artifactItem.versions.map((item) => version(item, artifactItem.workspaceId)),
  });
  const runtime =
    (type: 'ENGINE' | 'CLUSTER') =>
    (runtimeItem: RuntimeItem): Schema<'RuntimePromotionResult'> => ({
      ...base(runtimeItem),
      type,
      usedBy: runtimeItem.usedBy.map(toUseJson),
      runProfiles: runtimeItem.profiles.map(base),
    });
  const workspace = (workspaceItem: WorkspaceItem): Schema<'WorkspacePromotionResult'> => ({
    ...base(workspaceItem),
    type: 'WORKSPACE',
    workspaceType: workspaceItem.workspaceType,
    flows: workspaceItem.tasks.map(task),
    plans: workspaceItem.plans.map(plan),
    actions: workspaceItem.artifacts.map(artifact),
    connections: workspaceItem.connections.map(used('CONNECTION')),
    resources: workspaceItem.resources.map(used('RESOURCE')),
    engines: [],
    clusters: [],
  });
  return { workspace, runtime };
}

const toUseJson = (use: Use): Schema<'PromotionResultInfo'> => ({ ...use, type: 'FLOW' });
