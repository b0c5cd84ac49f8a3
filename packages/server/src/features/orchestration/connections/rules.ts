/** The rules of connections. */
import type { Schema } from '@millrace/contract';
import { conflict, invalid } from '../../../core/base/problem.ts';

/** A parameter to store. `kept`: it is encrypted and was sent without a value, so that its stored value stays. */
export type MergedParameter = { name: string; encrypted: boolean; value: string | null; kept: boolean };

/**
 * Refuses two parameters of one name.
 * @rule connections.create.parameters
 */
export function hasParametersOnce(parameters: readonly Schema<'ConnectionParameter'>[]): void {
  const names = parameters.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid('parameter_twice', `The parameter '${repeated}' is in "parameters" twice: send it once.`);
}

/**
 * Merges sent parameters with the stored ones. A stored secret stays encrypted unless the caller sends `encrypted: false`; sent without a value, it
 * keeps its stored value only if it stays encrypted, so that no stored secret becomes readable.
 * @rule connections.replace.kept
 */
export function mergeConnectionParameters(
  parameters: readonly Schema<'ConnectionParameter'>[],
  stored: readonly { name: string; encrypted: boolean }[],
): MergedParameter[] {
  const secret = new Set(stored.filter(({ encrypted }) => encrypted).map(({ name }) => name));
  return parameters.map(({ name, value, encrypted = secret.has(name) }) => ({
    name,
    encrypted,
    value: value ?? null,
    kept: (value ?? null) === null && encrypted && secret.has(name),
  }));
}

/**
 * Refuses to delete or move a connection that tasks or executions use.
 * @rule connections.delete.use
 * @rule connections.move.use
 */
export function isConnectionUnused({ tasks, executions }: { tasks: readonly string[]; executions: number }): void {
  if (tasks.length > 0)
    throw conflict('connection_in_use', `Tasks use the connection: ${tasks.join(', ')}. Remove it from them first.`, tasks.join(', '));
  if (executions > 0)
    throw conflict('connection_in_use', 'Executions that are not finished use the connection: wait for them or terminate them.');
}
