/** The JSON of executions and analyses of promotions. */
import type { Schema } from '@millrace/contract';
import {
  itemsOf,
  type ArtifactItem,
  type Item,
  type PlanItem,
  type PromotionReport,
  type RuntimeItem,
  type TaskItem,
  type Use,
  type UsedItem,
  type VersionItem,
  type WorkspaceItem,
} from './draft/report.ts';

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
  status: 'ANALIZED' | 'PROMOTION_WARNING' | 'PROMOTION_FAILED' | 'PROMOTED';
  status_message: string;
  report: PromotionReport;
  triggered_at: Date;
  finished_at: Date;
};

/** Converts a row to PromotionExecutionStatus. */
export function toExecutionJson(row: PromotionExecutionRow): Schema<'PromotionExecutionStatus'> {
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
 * Builds the functions that convert items. `analyzeReport` has the planned status, `promotionReport` the real one: empty if an item failed.
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
    ...(taskItem.targetVersion !== null && { targetVersion: `0.${taskItem.targetVersion}` }),
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
