/**
 * Values that a replacement of a task or run configuration keeps, because its caller may not know them: secret values, which no answer shows, and fields
 * that are not part of the published API. A value is secret if the artifact declares it so, or if its name or the value itself looks like a secret.
 */
import { type DeclaredParameter, secretNames } from '@millrace/contract/parameters';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { LockedTask } from './rows.ts';

type Values = Readonly<Record<string, string>>;

/** The parameters of a task with those that its artifact version declares, and its context. */
type StoredValues = { artifact_id: string; context_name: string | null; parameters: Values; declared: readonly DeclaredParameter[] };

/** The names of the parameters with a secret value. An empty value is none. */
const hiddenNames = ({ parameters, declared }: Pick<StoredValues, 'parameters' | 'declared'>): string[] =>
  secretNames(declared, parameters).filter((name) => parameters[name]?.trim() !== '');

/**
 * Returns the values that an answer shows, and the names of the others.
 * @rule tasks.get.secrets
 */
export function shownValues(stored: Pick<StoredValues, 'parameters' | 'declared'>): {
  parameters: Record<string, string>;
  secretParameters?: string[];
} {
  const hidden = hiddenNames(stored).toSorted();
  if (hidden.length === 0) return { parameters: { ...stored.parameters } };
  const shown = Object.entries(stored.parameters).filter(([name]) => !hidden.includes(name));
  return { parameters: Object.fromEntries(shown), secretParameters: hidden };
}

/**
 * Adds the stored secrets that a replacement does not name: its caller could not read them. They stay with their artifact: another one could send them
 * elsewhere. A name with an empty text or null ends the value.
 * @rule tasks.replace.secrets
 */
export function withStoredSecrets(
  texts: Values,
  sent: Readonly<Record<string, unknown>> | undefined,
  stored: StoredValues,
  artifact: string,
): Record<string, string> {
  const kept =
    stored.artifact_id === artifact ? hiddenNames(stored).filter((name) => sent === undefined || !Object.hasOwn(sent, name)) : [];
  return { ...Object.fromEntries(kept.map((name) => [name, stored.parameters[name] ?? ''])), ...texts };
}

/**
 * Returns the value of a field that is not part of the published API. Programs that do not know it leave it out of what they send back, so that only null
 * and an empty text end it.
 * @rule tasks.replace.extensions
 */
export const keptUnlessSent = <Value>(sent: unknown, given: Value, stored: Value): Value => (sent === undefined ? stored : given);

/** Reads the values and the context of a locked task, secrets included. Never use them for an answer of the API. */
export const readStoredValues = (tx: Tx, { id }: LockedTask): Promise<StoredValues> =>
  tx.only(sql`
    select v.artifact_id, t.context_name, t.parameters, v.parameters as declared
    from task t
    join artifact_version v on v.id = t.artifact_version_id
    where t.id = ${id}`);
