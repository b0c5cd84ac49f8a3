/** Finds the parameters of a run whose values the log must not show. */
import { secretNames } from '@millrace/contract/parameters';
import type { StartableTask } from './startable-task.ts';

/**
 * The names of the parameters that the artifact declares as secret, and of those that look like secrets; undefined if there are none.
 * @rule execution-logs.secrets.marked
 * @rule execution-logs.secrets.signs
 */
export function secretParameters(task: StartableTask, parameters: Readonly<Record<string, string>>): string[] | undefined {
  const names = secretNames(task.artifact_parameters, parameters);
  return names.length > 0 ? names : undefined;
}
