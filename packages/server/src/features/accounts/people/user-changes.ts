/** The changes of users, for all operations that make them. Their callers have checked that the actor may manage users. */
import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import type { Limits } from '../../../core/base/limits.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { domainEvent, type Publish } from '../../../core/events/domain-events.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockPersonOrBot, requireMayGiveAccess, requirePersonHeld } from '../sign-in/index.ts';
import { revokeTokens } from '../tokens/index.ts';
import { type AccountFields, insertAccount, removeAccount, selectAccountsOfSameForm, updateAccount } from './account-rows.ts';
import { requireClearNames, requireNoSameForm } from './name-faults.ts';
import { holdRoles, type RoleRow } from './role-rows.ts';
import { requireAdministratorLeft, requireAssignableRoles, requireEmail, requireRolesHeld, requireRoomForUsers } from './rules.ts';
import {
  insertUserRoles,
  lockTenant,
  raiseUserEvents,
  removeOtherRoles,
  selectAdministration,
  selectUserCount,
  type UserRow,
} from './user-rows.ts';

/** A user that was disabled is enabled again. */
export const userEnabled = domainEvent<{ account: string; actor: { id: string } }>('user-enabled');

/** The parameters with which users are changed. */
export type UserWriter = {
  tx: Tx;
  actor: Actor;
  settings: { limits: Limits };
  identity: { sessions: Pick<Platform['identity']['sessions'], 'endAll'> };
  publish: Publish;
};

/** The fields of a new or changed user; null removes the preferred language. Only a new user has a picture. */
export type UserChange = Omit<Schema<'UserRequest'>, 'preferredLanguage'> & {
  preferredLanguage?: Schema<'PreferredLanguage'> | null | undefined;
  picture?: string | undefined;
};

type Known = Pick<UserRow, 'active' | 'phone' | 'preferred_language' | 'timezone' | 'title'>;

const NEW_USER: Known = { active: true, phone: null, preferred_language: null, timezone: null, title: null };

/** The actor that adds a user: without an id if an identity provider does. */
type UserAdder = Pick<Actor, 'tenant' | 'permissions' | 'scopes'> & Partial<Pick<Actor, 'id'>>;

/**
 * Adds a user with its roles, and with the role TenantAdmin if it is an administrator. Returns its id. Refuses roles that the actor may not give, names
 * that can be taken for others, and an active user above the limit. Raises its event.
 */
export async function addUser(
  { tx, actor, settings: { limits } }: { tx: Tx; actor: UserAdder; settings: { limits: Limits } },
  user: UserChange,
  isAdministrator = false,
): Promise<string> {
  const { roleIds = [] } = user;
  if (isAdministrator || roleIds.length > 0) requireAssignableRoles(actor);
  await lockTenant(tx, actor);
  const roles = await holdRoles(tx, actor, roleIds, isAdministrator);
  requireRolesHeld(actor, roles);
  requireClearNames(user);
  requireNoSameForm(await selectAccountsOfSameForm(tx, actor, user.login));
  const fields = fieldsOf(user, NEW_USER);
  if (fields.active) requireRoomForUsers((await selectUserCount(tx, actor)).count, limits.users);

  const id = newId();
  await insertAccount(tx, { id, tenant: actor.tenant, type: 'HUMAN', ...fields, picture: user.picture });
  await insertUserRoles(tx, [{ id }], roles);
  await raiseUserEvents(tx, actor.id === undefined ? undefined : { id: actor.id }, 'created', [{ id }]);
  return id;
}

/**
 * Changes a locked user; undefined fields keep their values. Tokens are revoked and sessions ended when the user is disabled, and when it is enabled
 * again. The access that it gave to OAuth clients cannot be used while it is disabled, and ends when it is enabled. Refuses what the actor may not give,
 * the end of the last administrator, and an active user above the limit. Raises its event.
 * @rule users.replace.kept
 * @rule users.disable.tokens
 */
export async function changeUser(
  { tx, actor, settings: { limits }, identity: { sessions }, publish }: UserWriter,
  user: UserRow,
  change: UserChange,
): Promise<void> {
  requireEmail(change, user);
  if (change.login !== user.login || change.email !== user.email) {
    // A link for another password goes to the email address, so the actor could sign in as the user.
    requireMayGiveAccess(actor);
    await requirePersonHeld(tx, actor, await lockPersonOrBot(tx, actor, user.id));
  }
  const roles = await holdReplacingRoles(tx, actor, user, change.roleIds);
  requireClearNames(change, user);
  if (change.login !== user.login) requireNoSameForm(await selectAccountsOfSameForm(tx, actor, change.login, user));
  const fields = fieldsOf(change, user);
  const after = { active: fields.active, role_ids: roles?.map(({ id }) => id) ?? user.role_ids };
  requireAdministratorLeft(user, after, await selectAdministration(tx, actor, user.id));
  if (fields.active && !user.active) requireRoomForUsers((await selectUserCount(tx, actor)).count, limits.users);

  await updateAccount(tx, user.id, fields);
  if (fields.active !== user.active) {
    await revokeTokens(tx, actor, user.id);
    await sessions.endAll(tx, user.id);
    if (fields.active) await publish(tx, userEnabled, { account: user.id, actor });
  }
  if (roles) {
    await removeOtherRoles(tx, user.id, after.role_ids);
    await insertUserRoles(tx, [user], roles);
  }
  await raiseUserEvents(tx, actor, 'updated', [user]);
}

/** Deletes a locked user with its tokens, roles, groups and rights. Refuses the last administrator. Raises its event. */
export async function removeUser({ tx, actor }: Pick<UserWriter, 'tx' | 'actor'>, user: UserRow): Promise<void> {
  requireAdministratorLeft(user, { active: false, role_ids: [] }, await selectAdministration(tx, actor, user.id));
  await raiseUserEvents(tx, actor, 'deleted', [user]);
  await removeAccount(tx, user.id);
}

/** Gives held roles to users, which keep their other roles. Refuses roles whose permissions the actor does not hold. Raises their events. */
export async function giveRoles(tx: Tx, actor: Actor, users: readonly { id: string }[], roles: readonly RoleRow[]): Promise<void> {
  requireRolesHeld(actor, roles);
  await raiseUserEvents(tx, actor, 'updated', await insertUserRoles(tx, users, roles));
}

/** Takes a role from a locked user that has it. Refuses to take the role of the last administrator. Raises its event. */
export async function takeRole({ tx, actor }: Pick<UserWriter, 'tx' | 'actor'>, user: UserRow, role: { id: string }): Promise<void> {
  const left = user.role_ids.filter((id) => id !== role.id);
  requireAdministratorLeft(user, { active: user.active, role_ids: left }, await selectAdministration(tx, actor, user.id));
  await removeOtherRoles(tx, user.id, left);
  await raiseUserEvents(tx, actor, 'updated', [user]);
}

/**
 * Gives roles to a locked user and takes roles from it, as an identity provider decides. The last administrator keeps the role. Returns the taken roles.
 * Raises its event.
 * @rule sign-in.openid.administrator
 */
export async function applyProviderRoles<Role extends { id: string }>(
  tx: Tx,
  user: UserRow & { tenant: string },
  given: readonly Role[],
  taken: readonly Role[],
): Promise<Role[]> {
  const { role, others } = await selectAdministration(tx, user, user.id);
  const removed = taken.filter(({ id }) => id !== role || others > 0);
  const left = user.role_ids.filter((id) => !removed.some((one) => one.id === id));
  const deleted = await removeOtherRoles(tx, user.id, left);
  const added = await insertUserRoles(tx, [user], given);
  if (deleted.length + added.length > 0) await raiseUserEvents(tx, undefined, 'updated', [user]);
  return removed;
}

/**
 * Finds the roles that replace those of a user or group, and prevents their deletion; undefined if the roles do not change.
 * @rule groups.roles.kept
 */
export async function holdReplacingRoles(
  tx: Tx,
  actor: Actor,
  { role_ids: known }: { role_ids: readonly string[] },
  ids: readonly string[] | undefined,
): Promise<{ id: string }[] | undefined> {
  if (ids === undefined) return undefined;
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  if (wanted.size === known.length && known.every((id) => wanted.has(id))) return undefined;
  requireAssignableRoles(actor);
  const roles = await holdRoles(tx, actor, [...wanted]);
  const added = roles.filter(({ id }) => !known.includes(id));
  requireRolesHeld(actor, added);
  return roles;
}

const fieldsOf = (user: UserChange, known: Known): AccountFields => ({
  login: user.login,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  active: user.active ?? known.active,
  phone: textOf(user.phone, known.phone),
  preferredLanguage: user.preferredLanguage === undefined ? known.preferred_language : user.preferredLanguage,
  timezone: textOf(user.timezone, known.timezone),
  title: textOf(user.title, known.title),
});

/** An empty text removes the known one. */
const textOf = (text: string | undefined, known: string | null): string | null => (text === undefined ? known : text || null);
