/** Drafts a promotion: computes its changes and its report from the content of both environments, without access to the database. */
import { draftArtifacts } from './artifacts.ts';
import { noChanges, type Changes } from './changes.ts';
import { choose, type Choice } from './choose.ts';
import { draftConnections } from './connections.ts';
import type { EnvironmentContent } from './environment-content.ts';
import { draftPlans } from './plans.ts';
import { sorted, type PromotionReport } from './report.ts';
import { draftResources } from './resources.ts';
import { runtimeMatcher } from './runtimes.ts';
import type { Options, DraftState } from './draft-state.ts';
import { draftTasks } from './tasks.ts';
import { draftWorkspaces } from './workspaces.ts';

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
