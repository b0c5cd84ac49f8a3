/** The rules of workspaces. */
import { conflict, invalid, type Problem } from '../../../core/base/problem.ts';

/**
 * Only custom workspaces can be deleted.
 * @rule workspaces.delete.custom
 */
export function isCustom(type: string): void {
  if (type !== 'custom') throw invalid('workspace_not_custom', `A ${type} workspace cannot be deleted; only custom ones can.`);
}

/**
 * A workspace stays while another one uses something of it.
 * @rule workspaces.delete.use
 */
export function isNotUsedElsewhere({ tasks, plans }: { tasks: readonly string[]; plans: readonly string[] }): void {
  if (tasks.length > 0) {
    throw conflict(
      'workspace_in_use',
      `Tasks of other workspaces use artifacts, connections or resources of this one: ${tasks.join(', ')}. Change or delete them first.`,
    );
  }
  if (plans.length > 0)
    throw conflict(
      'workspace_in_use',
      `Plans of other workspaces run tasks or plans of this one: ${plans.join(', ')}. Change or delete them first.`,
    );
}

/**
 * A workspace stays while an engine or a cluster belongs to it: with their workspace gone they would be there for all others.
 * @rule workspaces.delete.engines
 */
export function workspaceHasNoRuntime(runtimes: readonly string[]): void {
  if (runtimes.length > 0) throw engineStays(runtimes);
}

/** Refuses for engines and clusters that belong to the workspace, as far as they are known. */
export const engineStays = (runtimes: readonly string[]): Problem =>
  conflict(
    'workspace_in_use',
    `Engines or clusters belong to the workspace${runtimes.length > 0 ? `: ${runtimes.join(', ')}` : ''}. Delete them first.`,
  );

/**
 * A workspace stays while an execution in it is queued or running.
 * @rule workspaces.delete.running
 */
export function workspaceHasNoExecution(executions: number): void {
  if (executions > 0) {
    throw conflict(
      'workspace_in_use',
      `${executions} execution${executions === 1 ? '' : 's'} in the workspace must end first: wait or terminate.`,
    );
  }
}
