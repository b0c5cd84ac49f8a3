/** Drafts a promotion from the content of two environments, without access to the database. */
import { isDeepStrictEqual } from 'node:util';
import { type Choice, choose } from './choose.ts';
import { type Changes, counterpartOf, type DraftState, noChanges, type DraftOptions } from './draft-state.ts';
import { byWorkspaceName, type ContentStep, type EnvironmentContent, workspaceNameKey } from './environment-content.ts';
import { fault, info, type Item, itemStatus, type PlanItem, type PromotionReport, sorted, warning } from './report.ts';
import { runtimeMatcher } from './runtimes.ts';
import { draftTasks } from './tasks.ts';
import { draftArtifacts, draftConnections, draftResources } from './used-objects.ts';

/**
 * Drafts the chosen plans. A plan of the target gets the steps of the source.
 * @rule promotions.plans.steps
 */
function draftPlans(state: DraftState): PlanItem[] {
  const { target, chosen, changes, counterparts, newId } = state;
  const existing = byWorkspaceName(target.plans);
  const matched = [...chosen.plans].map((plan) => {
    const workspace = counterpartOf(state, plan.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, plan.name));
    const id = match?.id ?? newId();
    counterparts.set(plan.id, id);
    return { plan, workspace, match, id };
  });
  // Steps refer to other plans, so that all plans need a counterpart before any step is drafted.
  return matched.map(({ plan, workspace, match, id }) => {
    const steps = plan.steps.map((step) => toTargetStep(state, step));
    const isReplaced = match !== undefined && (match.description !== plan.description || !isDeepStrictEqual(match.steps, steps));
    if (!match) changes.plans.push({ id, source: plan.id, workspace });
    if (isReplaced) changes.replacedPlans.push({ id, source: plan.id });
    if (!match || isReplaced) steps.forEach((step, position) => changes.steps.push({ ...step, id: newId(), plan: id, position }));
    const isConfigCopied = plan.parallel_execution_allowed !== null && (match?.parallel_execution_allowed ?? null) === null;
    if (isConfigCopied) changes.planRunConfigs.push({ id, source: plan.id });
    return {
      id: plan.id,
      target: id,
      name: plan.name,
      workspaceId: plan.workspace_id,
      status: itemStatus(false, match !== undefined, isReplaced || isConfigCopied),
      messages: isConfigCopied ? [info('The run configuration is copied without its trigger.')] : [],
    };
  });
}

function toTargetStep(state: DraftState, step: ContentStep): ContentStep {
  const counterparts = (ids: readonly string[]): string[] => ids.map((id) => counterpartOf(state, id));
  return {
    ...step,
    tasks: counterparts(step.tasks),
    failure_tasks: counterparts(step.failure_tasks),
    failure_plans: counterparts(step.failure_plans),
  };
}

/** The rows to write, and the report. */
export type Draft = { changes: Changes; report: PromotionReport };

/**
 * Drafts a promotion, or refuses a choice that names unknown content; `newId` makes the ids of new rows.
 * @rule promotions.match.name
 */
export function draftPromotion(
  source: EnvironmentContent,
  target: EnvironmentContent,
  { choice, ...options }: DraftOptions & { choice: Choice | undefined },
  newId: () => string,
): Draft {
  const chosen = choose(source, choice);
  const state: DraftState = { source, target, chosen, options, changes: noChanges(), counterparts: new Map(), newId };
  const workspaceItems = draftWorkspaces(state);
  const artifacts = grouped(draftArtifacts(state));
  const connections = grouped(draftConnections(state));
  const resources = grouped(draftResources(state));
  const runtimes = runtimeMatcher(state);
  const tasks = grouped(draftTasks(state, runtimes));
  const plans = grouped(draftPlans(state));
  const workspaces = workspaceItems.map((workspace) => ({
    ...workspace,
    tasks: sorted(tasks.get(workspace.id) ?? []),
    plans: sorted(plans.get(workspace.id) ?? []),
    artifacts: sorted(artifacts.get(workspace.id) ?? []),
    connections: sorted(connections.get(workspace.id) ?? []),
    resources: sorted(resources.get(workspace.id) ?? []),
  }));
  const { engines, clusters } = runtimes.items();
  return { changes: state.changes, report: { workspaces: sorted(workspaces), engines: sorted(engines), clusters: sorted(clusters) } };
}

const grouped = <T extends { workspaceId: string }>(items: readonly T[]): Map<string, T[]> =>
  Map.groupBy(items, (item) => item.workspaceId);

/** The item of a workspace in the report, without its content. */
type WorkspaceItemFields = Item & { workspaceType: 'shared' | 'personal' | 'custom' };

/**
 * Matches workspaces by name and creates those that the target lacks; personal workspaces are not promoted.
 * @rule promotions.workspaces.created
 * @rule promotions.workspaces.personal
 */
function draftWorkspaces(state: DraftState): WorkspaceItemFields[] {
  const { chosen, target, changes, counterparts, newId } = state;
  const existing = new Map(target.workspaces.map((workspace) => [workspace.name, workspace]));
  const items: WorkspaceItemFields[] = [];
  for (const { id, name, type } of chosen.workspaces) {
    const match = existing.get(name);
    const isBlocked = match?.type === 'personal';
    const targetId = match?.id ?? newId();
    counterparts.set(id, targetId);
    if (!match) changes.workspaces.push({ id: targetId, source: id });
    items.push({
      id,
      target: targetId,
      name,
      workspaceType: type,
      status: itemStatus(isBlocked, match !== undefined, false),
      messages: isBlocked
        ? [fault(`The workspace '${name}' of the target environment is a personal workspace: rename one of the two.`)]
        : [],
    });
  }
  for (const workspace of new Set([...chosen.needed.keys(), ...chosen.skipped.keys()])) {
    const { id, name, type } = workspace;
    const needs = chosen.needed.get(workspace);
    const notPromoted = `The workspace '${name}' is a personal one, which cannot be promoted.`;
    items.push({
      id,
      target: null,
      name,
      workspaceType: type,
      status: needs ? 'FAILED' : 'SKIPPED',
      messages: needs
        ? needs.map((need) => fault(`The workspace '${name}' is a personal one, which cannot be promoted, but ${need} in it.`))
        : [chosen.skipped.get(workspace) ? warning(notPromoted) : info(notPromoted)],
    });
  }
  return items;
}
