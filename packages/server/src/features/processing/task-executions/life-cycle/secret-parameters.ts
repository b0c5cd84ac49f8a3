/** Finds the parameters of a run whose values the log must not show. */
import { isSecretType } from '@millrace/contract/parameters';
import type { StartableTask } from './startable-task.ts';

/**
 * The names of the parameters that the artifact declares with a secret type; undefined if there are none.
 * @rule execution-logs.secrets.marked
 */
export function secretParameters(task: StartableTask, parameters: Readonly<Record<string, string>>): string[] | undefined {
  const secret = task.artifact_parameters.filter(({ name, type }) => isSecretType(type) && Object.hasOwn(parameters, name));
  return secret.length > 0 ? secret.map(({ name }) => name) : undefined;
}
