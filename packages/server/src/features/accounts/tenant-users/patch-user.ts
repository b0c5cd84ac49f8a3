/** Changes of a user by JSON Patch. */
import type { Tx } from '../../../core/database/db.ts';
import type { PatchRule, PatchStep } from '../../../core/http/json-patch.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdGroups, insertMembers, mayChangeMembers, removeMember } from '../groups/index.ts';
import { changeUser, type UserChange, type UserWriter } from '../users/index.ts';
import { namesOf, type TenantUserRow } from './records.ts';
import { patchList, roleIdsOf } from './references.ts';

const LIST = ['replace', 'add', 'remove-value'] as const;
const ONE = ['replace'] as const;

/** The operations that a PATCH of a user allows. */
export const USER_PATCH = {
  '/name': { ops: ONE, value: 'PersonName' },
  '/status': { ops: ONE, value: 'TenantUserStatus' },
  '/preferredLocale': { ops: ONE, value: 'PreferredLanguage' },
  '/preferredZoneinfo': { ops: ONE, value: 'TimeZoneName' },
  '/assignedRoles': { ops: LIST, value: 'RoleReferences' },
  '/assignedGroups': { ops: LIST, value: 'GroupReferences' },
} as const satisfies Record<string, PatchRule>;

/**
 * Changes a locked user by the operations, in their order.
 * @rule tenant-users.patch.model
 */
export async function patchUser(call: UserWriter, user: TenantUserRow, steps: readonly PatchStep<typeof USER_PATCH>[]): Promise<void> {
  const change: UserChange = { login: user.login, email: user.email, firstName: user.first_name, lastName: user.last_name };
  const known = user.groups.map(({ id }) => id);
  let groups: readonly string[] = known;
  for (const { path, op, value } of steps) {
    if (path === '/name') Object.assign(change, namesOf(value));
    else if (path === '/status') change.active = value === 'active';
    else if (path === '/preferredLocale') change.preferredLanguage = value;
    else if (path === '/preferredZoneinfo') change.timezone = value;
    else if (path === '/assignedRoles')
      change.roleIds = patchList(change.roleIds ?? user.role_ids, op, await roleIdsOf(call.tx, call.actor, value));
    else
      groups = patchList(
        groups,
        op,
        value.map(({ id }) => id.toLowerCase()),
      );
  }
  const applyGroups = await groupChange(call, user, known, new Set(groups));
  await changeUser(call, user, change);
  await applyGroups();
}

/** Checks a change of the groups of a user, and returns the function that makes it. */
async function groupChange(
  { tx, actor }: { tx: Tx; actor: Actor },
  user: { id: string },
  known: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<() => Promise<void>> {
  const added = await holdGroups(
    tx,
    actor,
    [...wanted].filter((id) => !known.includes(id)),
  );
  const left = await holdGroups(
    tx,
    actor,
    known.filter((id) => !wanted.has(id)),
  );
  await mayChangeMembers(tx, actor, [...added, ...left]);
  return async () => {
    await insertMembers(tx, actor, added, [user]);
    for (const { id } of left) await removeMember(tx, actor, id, user.id);
  };
}
