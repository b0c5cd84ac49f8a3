/** The rules of workspaces. */
import { conflict, invalid, type Problem } from '../../../core/base/problem.ts';

/**
 * Refuses to delete a workspace that is not a custom workspace.
 * @rule workspaces.delete.custom
 */
export function requireCustom(type: string): void {
  if (type !== 'custom') throw invalid('workspace_not_custom', `A ${type} workspace cannot be deleted: only custom workspaces can.`);
}

/**
 * Refuses to delete a workspace whose content other workspaces use.
 * @rule workspaces.delete.use
 */
export function requireNotUsedElsewhere({ tasks, plans }: { tasks: readonly string[]; plans: readonly string[] }): void {
  if (tasks.length > 0) {
    throw conflict(
      'workspace_in_use',
      `Tasks of other workspaces use artifacts, connections or resources of this workspace: ${tasks.join(', ')}. Change or delete them first.`,
    );
  }
  if (plans.length > 0)
    throw conflict(
      'workspace_in_use',
      `Plans of other workspaces run tasks or plans of this workspace: ${plans.join(', ')}. Change or delete them first.`,
    );
}

/**
 * Refuses to delete a workspace with engines or clusters: without a workspace, they would serve all workspaces of the environment.
 * @rule workspaces.delete.engines
 */
export function requireWorkspaceWithoutRuntimes(runtimes: readonly string[]): void {
  if (runtimes.length > 0) throw runtimesInWorkspace(runtimes);
}

/** Builds the refusal for engines and clusters of the workspace, with their names if they are known. */
export const runtimesInWorkspace = (runtimes: readonly string[]): Problem =>
  conflict(
    'workspace_in_use',
    `Engines or clusters belong to the workspace${runtimes.length > 0 ? `: ${runtimes.join(', ')}` : ''}. Delete them first.`,
  );

/**
 * Refuses to delete a workspace with executions that are queued or running.
 * @rule workspaces.delete.running
 */
export function requireWorkspaceWithoutExecutions(executions: number): void {
  if (executions > 0) {
    throw conflict(
      'workspace_in_use',
      `${executions} execution${executions === 1 ? '' : 's'} in the workspace must end first: wait for them or terminate them.`,
    );
  }
}

/**
 * Refuses to move content of a workspace to another environment.
 * @rule connections.move.environment
 * @rule resources.move.environment
 */
export function requireSameEnvironment(own: string, target: string): void {
  if (own !== target)
    throw invalid(
      'workspace_outside_environment',
      'The target workspace is in another environment: choose a workspace of the same environment.',
    );
}
