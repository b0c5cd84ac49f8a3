/** The changes of a user by JSON Patch, and the roles and groups that bodies name. */
import type { Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { PatchRule, PatchStep } from '../../../core/http/json-patch.ts';
import type { Actor } from '../../../identity/actor.ts';
import { findGroupIds, holdGroups, insertMembers, removeMember, requireMembersAddable, requireMembersRemovable } from '../groups/index.ts';
import { findRoleIds } from '../roles/index.ts';
import { changeUser, type UserChange, type UserWriter } from '../users/index.ts';
import { namesOf, type TenantUserRow } from './records.ts';

const LIST_OPERATIONS = ['replace', 'add', 'remove-value'] as const;
const VALUE_OPERATIONS = ['replace'] as const;

/** The operations that a PATCH of a user allows. */
export const USER_PATCH = {
  '/name': { ops: VALUE_OPERATIONS, value: 'PersonName' },
  '/status': { ops: VALUE_OPERATIONS, value: 'TenantUserStatus' },
  '/preferredLocale': { ops: VALUE_OPERATIONS, value: 'PreferredLanguage' },
  '/preferredZoneinfo': { ops: VALUE_OPERATIONS, value: 'TimeZoneName' },
  '/assignedRoles': { ops: LIST_OPERATIONS, value: 'RoleReferences' },
  '/assignedGroups': { ops: LIST_OPERATIONS, value: 'GroupReferences' },
} as const satisfies Record<string, PatchRule>;

/**
 * Changes a locked user by the operations, in their order.
 * @rule tenant-users.patch.model
 */
export async function patchUser(call: UserWriter, user: TenantUserRow, steps: readonly PatchStep<typeof USER_PATCH>[]): Promise<void> {
  const change: UserChange = { login: user.login, email: user.email, firstName: user.first_name, lastName: user.last_name };
  const present = user.groups.map(({ id }) => id);
  let groups: readonly string[] = present;
  for (const { path, op, value } of steps) {
    if (path === '/name') Object.assign(change, namesOf(value));
    else if (path === '/status') change.active = value === 'active';
    else if (path === '/preferredLocale') change.preferredLanguage = value;
    else if (path === '/preferredZoneinfo') change.timezone = value;
    else if (path === '/assignedRoles')
      change.roleIds = patchList(change.roleIds ?? user.role_ids, op, await roleIdsOf(call.tx, call.actor, value));
    else groups = patchList(groups, op, await groupIdsOf(call.tx, call.actor, value));
  }
  const applyGroups = await groupChange(call, user, present, new Set(groups));
  await changeUser(call, user, change);
  await applyGroups();
}

/** Checks a change of the groups of a user, and returns the function that makes it. */
async function groupChange(
  { tx, actor }: { tx: Tx; actor: Actor },
  user: { id: string },
  present: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<() => Promise<void>> {
  const added = await holdGroups(
    tx,
    actor,
    [...wanted].filter((id) => !present.includes(id)),
  );
  const removed = await holdGroups(
    tx,
    actor,
    present.filter((id) => !wanted.has(id)),
  );
  await requireMembersAddable(tx, actor, added);
  await requireMembersRemovable(tx, actor, removed);
  return async () => {
    await insertMembers(tx, actor, added, [user]);
    for (const { id } of removed) await removeMember(tx, actor, id, user.id);
  };
}

/** Finds the ids of roles that are named by id or name. Ids are checked by the operation that assigns the roles. */
export const roleIdsOf = (tx: Tx, actor: Actor, references: Schema<'RoleReferences'> = []): Promise<string[]> =>
  idsOf(references, (names) => findRoleIds(tx, actor, names));

/** Finds the ids of groups that are named by id or name. Ids are checked by the operation that changes the members. */
const groupIdsOf = (tx: Tx, actor: Actor, references: Schema<'GroupReferences'>): Promise<string[]> =>
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
