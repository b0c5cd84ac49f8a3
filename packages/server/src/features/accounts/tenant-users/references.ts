/** The roles and groups that bodies of the tenant API name. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findRoleIds } from '../roles/index.ts';

/** Finds the ids of roles that are named by id or name. Ids are checked by the operation that assigns the roles. */
export async function roleIdsOf(tx: Tx, actor: Actor, references: Schema<'RoleReferences'> = []): Promise<string[]> {
  const ids = references.flatMap(({ id }) => id ?? []);
  const names = references.flatMap(({ id, name }) => (id === undefined && name !== undefined ? name : []));
  return [...ids, ...(await findRoleIds(tx, actor, names))].map((id) => id.toLowerCase());
}

/**
 * Returns a list after an operation of JSON Patch with other elements.
 * @rule tenant-users.patch.lists
 */
export function patchList<Item>(known: readonly Item[], op: 'replace' | 'add' | 'remove-value', others: readonly Item[]): Item[] {
  if (op === 'replace') return [...others];
  return op === 'add' ? [...known, ...others] : known.filter((one) => !others.includes(one));
}
