/** The changes of a user by JSON Patch. */
import type { Tx } from '../../../core/database/sql.ts';
import { patchList, type PatchRule, type PatchStep } from '../../../core/http/json-patch.ts';
import type { Actor } from '../../../identity/actor.ts';
import {
  changeUser,
  findReferences,
  GROUP_ROWS,
  holdGroups,
  insertMembers,
  removeMember,
  requireMembersAddable,
  requireMembersRemovable,
  ROLE_ROWS,
  type UserChange,
  type UserWriter,
} from '../people/index.ts';
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
 * Changes a locked user by the operations, in their order. Refuses as `changeUser` does.
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
      change.roleIds = patchList(change.roleIds ?? user.role_ids, op, await findReferences(call.tx, call.actor, ROLE_ROWS, value));
    else groups = patchList(groups, op, await findReferences(call.tx, call.actor, GROUP_ROWS, value));
  }
  const applyGroups = await prepareGroupChange(call, user, present, new Set(groups));
  await changeUser(call, user, change);
  await applyGroups();
}

/** Checks a change of the groups of a user, and returns the function that makes it. */
async function prepareGroupChange(
  { tx, actor }: { tx: Tx; actor: Actor },
  user: { id: string },
  present: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<() => Promise<void>> {
  const toAdd = [...wanted].filter((id) => !present.includes(id));
  const toRemove = present.filter((id) => !wanted.has(id));
  const added = await holdGroups(tx, actor, toAdd);
  const removed = await holdGroups(tx, actor, toRemove);
  await requireMembersAddable(tx, actor, added);
  await requireMembersRemovable(tx, actor, removed);
  return async () => {
    await insertMembers(tx, actor, added, [user]);
    for (const { id } of removed) await removeMember(tx, actor, id, user.id);
  };
}
