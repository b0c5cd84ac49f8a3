/** Drafts a promotion from the content of two environments, without access to the database. */
import { type Choice, choose } from './choose.ts';
import { type Changes, type DraftState, noChanges, type Options } from './draft-state.ts';
import type { EnvironmentContent } from './environment-content.ts';
import { draftPlans } from './plans.ts';
import { fault, info, type Item, itemStatus, type PromotionReport, sorted, warning } from './report.ts';
import { runtimeMatcher } from './runtimes.ts';
import { draftTasks } from './tasks.ts';
import { draftArtifacts, draftConnections, draftResources } from './used-objects.ts';

/** The rows to write, and the report. */
export type Draft = { changes: Changes; report: PromotionReport };

/**
 * Drafts a promotion; `newId` makes the ids of new rows.
 * @rule promotions.match.name
 */
export function draftPromotion(
  source: EnvironmentContent,
  target: EnvironmentContent,
  { choice, ...options }: Options & { choice: Choice | undefined },
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
    const blocked = match?.type === 'personal';
    const targetId = match?.id ?? newId();
    counterparts.set(id, targetId);
    if (!match) changes.workspaces.push({ id: targetId, source: id });
    items.push({
      id,
      target: targetId,
      name,
      workspaceType: type,
      status: itemStatus(blocked, match !== undefined, false),
      messages: blocked ? [fault(`The workspace '${name}' of the target environment is a personal workspace: rename one of the two.`)] : [],
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
