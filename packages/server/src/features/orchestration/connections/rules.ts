/** The rules of connections. */
import type { Schema } from '@millrace/contract';
import { conflict, invalid } from '../../../core/base/problem.ts';

/** What is to be kept of a parameter: a value, or for an encrypted one without a value what is stored. */
export type WantedParameter = { name: string; encrypted: boolean; value: string | null; kept: boolean };

/**
 * A connection has each parameter once.
 * @rule connections.create.parameters
 */
export function hasEachOnce(parameters: readonly Schema<'ConnectionParameter'>[]): void {
  const names = parameters.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid('parameter_twice', `The parameter '${twice}' stands twice in "parameters": send it once.`);
}

/**
 * What a list of parameters means for a connection that has some. A parameter stays encrypted until the caller says otherwise, and one that comes
 * without its value keeps the stored one only while it stays encrypted: nothing makes a stored secret readable.
 * @rule connections.replace.kept
 */
export function wantedOf(
  parameters: readonly Schema<'ConnectionParameter'>[],
  stored: readonly { name: string; encrypted: boolean }[],
): WantedParameter[] {
  const secret = new Set(stored.filter((one) => one.encrypted).map((one) => one.name));
  return parameters.map(({ name, value, encrypted = secret.has(name) }) => ({
    name,
    encrypted,
    value: value ?? null,
    kept: (value ?? null) === null && encrypted && secret.has(name),
  }));
}

/**
 * A connection moves within its environment.
 * @rule connections.move.environment
 */
export function connectionStaysInEnvironment(own: string, target: string): void {
  if (own !== target)
    throw invalid('workspace_outside_environment', 'The target workspace lies in another environment: a connection moves within its own.');
}

/**
 * A connection stays while something uses it.
 * @rule connections.delete.use
 * @rule connections.move.use
 */
export function isConnectionUnused({ tasks, executions }: { tasks: readonly string[]; executions: number }): void {
  if (tasks.length > 0)
    throw conflict('connection_in_use', `Tasks use the connection: ${tasks.join(', ')}. Take it out of them first.`, tasks.join(', '));
  if (executions > 0)
    throw conflict('connection_in_use', 'Executions that are not finished use the connection: wait for them or terminate them.');
}
