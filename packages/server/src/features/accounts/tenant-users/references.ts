/** The roles and groups that bodies of the tenant API name. */
import type { Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findGroupIds } from '../groups/index.ts';
import { findRoleIds } from '../roles/index.ts';

/** Finds the ids of roles that are named by id or name. Ids are checked by the operation that assigns the roles. */
export const roleIdsOf = (tx: Tx, actor: Actor, references: Schema<'RoleReferences'> = []): Promise<string[]> =>
  idsOf(references, (names) => findRoleIds(tx, actor, names));

/** Finds the ids of groups that are named by id or name. Ids are checked by the operation that changes the members. */
export const groupIdsOf = (tx: Tx, actor: Actor, references: Schema<'GroupReferences'>): Promise<string[]> =>
  idsOf(references, (names) => findGroupIds(tx, actor, names));

async function idsOf(
  references: readonly { id?: string; name?: string }[],
  find: (names: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  if (references.some(({ id, name }) => id === undefined && name === undefined))
    throw invalid('malformed_request', 'A reference to a role or a group needs the field id or name.');
  const ids = references.flatMap(({ id }) => id ?? []);
  const names = references.flatMap(({ id, name }) => (id === undefined && name !== undefined ? name : []));
  return [...ids, ...(await find(names))].map((id) => id.toLowerCase());
}

/**
 * Returns a list after an operation of JSON Patch with other elements.
 * @rule tenant-users.patch.lists
 */
export function patchList<Item>(known: readonly Item[], op: 'replace' | 'add' | 'remove-value', others: readonly Item[]): Item[] {
  if (op === 'replace') return [...others];
  return op === 'add' ? [...known, ...others] : known.filter((one) => !others.includes(one));
}
