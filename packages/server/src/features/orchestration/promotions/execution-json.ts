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
 * Builds the functions that convert items. `analyzeReport` has the planned status, `promotionReport` what was done: nothing if an item failed.
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
  const task = (one: TaskItem): Schema<'FlowPromotionResult'> => ({
    ...base(one),
    type: 'FLOW',
    version: one.version,
    ...(one.targetVersion !== null && { targetVersion: `0.${one.targetVersion}` }),
    workspaceId: one.workspaceId,
    artifactId: one.artifactId,
    jobType: one.jobType,
  });
  const plan = (one: PlanItem): Schema<'ArtifactPromotionResult'> => ({ ...base(one), type: 'PLAN', workspaceId: one.workspaceId });
  const used =
    (type: 'CONNECTION' | 'RESOURCE') =>
    (one: UsedItem): Schema<'ArtifactPromotionResult'> => ({
      ...base(one),
      type,
      workspaceId: one.workspaceId,
      usedBy: one.usedBy.map(toUseJson),
    });
  const version = (one: VersionItem, workspaceId: string): Schema<'ArtifactPromotionResult'> => ({
    ...base(one),
    type: 'ACTION',
    workspaceId,
    version: one.version,
  });
  const artifact = (one: ArtifactItem): Schema<'ArtifactPromotionResult'> => ({
    ...base(one),
    type: 'ACTION',
    workspaceId: one.workspaceId,
    artifactId: one.id,
    jobType: one.jobType,
    ...(one.versions[0] && { version: one.versions[0].version }),
    ...(one.targetVersion !== null && { targetVersion: one.targetVersion }),
    usedBy: one.usedBy.map(toUseJson),
    versions: one.versions.map((each) => version(each, one.workspaceId)),
  });
  const runtime =
    (type: 'ENGINE' | 'CLUSTER') =>
    (one: RuntimeItem): Schema<'RuntimePromotionResult'> => ({
      ...base(one),
      type,
      usedBy: one.usedBy.map(toUseJson),
      runProfiles: one.profiles.map(base),
    });
  const workspace = (one: WorkspaceItem): Schema<'WorkspacePromotionResult'> => ({
    ...base(one),
    type: 'WORKSPACE',
    workspaceType: one.workspaceType,
    flows: one.tasks.map(task),
    plans: one.plans.map(plan),
    actions: one.artifacts.map(artifact),
    connections: one.connections.map(used('CONNECTION')),
    resources: one.resources.map(used('RESOURCE')),
    engines: [],
    clusters: [],
  });
  return { workspace, runtime };
}

const toUseJson = (use: Use): Schema<'PromotionResultInfo'> => ({ ...use, type: 'FLOW' });
