/** The rules of connections. */
import type { Schema } from '@millrace/contract';
import { looksSecret } from '@millrace/contract/secret-signs';
import { conflict, invalid } from '../../../core/base/problem.ts';

/** A parameter to store. `kept`: it is encrypted and was sent without a value, so that its stored value stays. */
export type MergedParameter = { name: string; encrypted: boolean; value: string | null; kept: boolean };

/**
 * Refuses two parameters of one name.
 * @rule connections.create.parameters
 */
export function requireParametersOnce(parameters: readonly Schema<'ConnectionParameter'>[]): void {
  const names = parameters.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid('parameter_twice', `The parameter '${repeated}' is in "parameters" twice: send it once.`);
}

/** A stored parameter; `value` is null for one without a value. */
export type StoredParameter = { name: string; encrypted: boolean; value: string | null };

/** Names of credentials: a new value of one sends no other secret anywhere else. */
const CREDENTIAL = /(?:pass(?:word|phrase|code)?|pwd|secret|token|credentials?|key|signature)$/i;

/**
 * Merges sent parameters with the stored ones. A new parameter that looks like a secret becomes one unless the caller sends `encrypted: false`.
 * A stored secret stays encrypted unless the caller sends `encrypted: false`; sent without a value, it keeps its stored value only if it stays encrypted,
 * so that no stored secret becomes readable, and only if nothing changes that could send it to another place. Programs interpret the parameters, so any
 * of them may be a part of the address.
 * @rule connections.create.signs
 * @rule connections.replace.kept
 * @rule connections.replace.destination
 * @rule catalog-connections.replace.destination
 */
export function mergeConnectionParameters(
  parameters: readonly Schema<'ConnectionParameter'>[],
  stored: readonly StoredParameter[],
  isSameApp = true,
): MergedParameter[] {
  const before = new Map(stored.map((parameter) => [parameter.name, parameter]));
  const merged = parameters.map(({ name, value, encrypted = before.get(name)?.encrypted ?? looksSecret(name, value ?? '') }) => ({
    name,
    encrypted,
    value: value ?? null,
    kept: (value ?? null) === null && encrypted && before.get(name)?.encrypted === true,
  }));
  return isSameApp && isSameDestination(before, merged) ? merged : merged.map((parameter) => ({ ...parameter, kept: false }));
}

function isSameDestination(before: ReadonlyMap<string, StoredParameter>, merged: readonly MergedParameter[]): boolean {
  const after = new Map(merged.map((parameter) => [parameter.name, parameter]));
  return [...new Set([...before.keys(), ...after.keys()])].every((name) => {
    const [old, sent] = [before.get(name), after.get(name)];
    const isUnchanged = sent?.kept === true || (old?.value ?? null) === (sent?.value ?? null);
    return isUnchanged || (CREDENTIAL.test(name) && old?.encrypted !== false && sent?.encrypted !== false);
  });
}

/**
 * Refuses to delete or move a connection that tasks or executions use.
 * @rule connections.delete.use
 * @rule connections.move.use
 */
export function requireConnectionUnused({ tasks, executions }: { tasks: readonly string[]; executions: number }): void {
  if (tasks.length > 0)
    throw conflict('connection_in_use', `Tasks use the connection: ${tasks.join(', ')}. Remove it from them first.`, tasks.join(', '));
  if (executions > 0)
    throw conflict('connection_in_use', 'Executions that wait for an engine use the connection: wait until they run, or terminate them.');
}
