/** The rules of users, groups and roles. */
import type { Permission } from '@millrace/contract';
import { conflict, forbidden, invalid, Problem } from '../../../core/base/problem.ts';
import type { Feature } from '../../../core/http/feature.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireHeld } from '../../security/held/index.ts';
import { requireMayGiveAccess } from '../sign-in/index.ts';

/**
 * The actor may give roles to users and take them away.
 * @rule users.roles.permission
 */
export function requireAssignableRoles(actor: Pick<Actor, 'permissions' | 'scopes'>): void {
  requireMayGiveAccess(actor);
  if (!actor.permissions.has('SVC_USER_MANAGEMENT') || !actor.permissions.has('SVC_ROLE_MANAGEMENT'))
    throw forbidden(
      'forbidden',
      'Giving and taking roles needs the permissions SVC_USER_MANAGEMENT and SVC_ROLE_MANAGEMENT. Ask an administrator for roles that have them.',
    );
}

/**
 * A user has an email address; only one that has none may stay without.
 * @rule users.replace.no-email
 */
export function requireEmail({ email }: { email: string }, known?: { email: string }): void {
  if (email === '' && known?.email !== '')
    throw invalid('malformed_request', 'body.email must not be empty: send the email address of the user.');
}

/** Returns whether a text has the form of an email address, as the contract describes it. */
export const isEmailAddress = (text: string): boolean => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text);

/**
 * The tenant has fewer active users than the install allows.
 * @rule users.create.limit
 */
export function requireRoomForUsers(count: number, limit: number): void {
  if (count >= limit)
    throw new Problem(
      402,
      'users_limit',
      `The tenant has ${count} active users, and this install allows ${limit}: disable or delete one, or ask the operator to raise MILLRACE_MAX_USERS.`,
    );
}

/** The id of the role TenantAdmin, and the number of active users with it, without one user. */
export type Administration = { role: string; others: number };

/** Whether a user is active, and its roles. */
type Standing = { active: boolean; role_ids: readonly string[] };

/**
 * After a change of a user, the tenant still has an active administrator.
 * @rule users.administrator.last
 */
export function requireAdministratorLeft(before: Standing, after: Standing, { role, others }: Administration): void {
  const administrates = ({ active, role_ids: roles }: Standing): boolean => active && roles.includes(role);
  if (others === 0 && administrates(before) && !administrates(after))
    throw conflict(
      'last_administrator',
      'The user is the last active one with the role TenantAdmin: give the role to another active user first.',
    );
}

/**
 * The user has the role.
 * @rule users.roles.missing
 */
export function requireRole(user: Pick<Standing, 'role_ids'>, role: { id: string }): void {
  if (!user.role_ids.includes(role.id)) throw new Problem(404, 'not_found', 'The user does not have the role.');
}

/**
 * Refuses to remove a user that is no member.
 * @rule groups.members.missing
 * @rule groups.of-user.missing
 */
export function requireMember(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The user is no member of the group.');
}

const inUse = (use: string, advice: string) => conflict('account_in_use', `${use}: ${advice}.`);

/**
 * The refusals to delete an account that owns objects, or under which webhooks run.
 * @rule users.delete.owner
 * @rule service-accounts.delete.owner
 */
export const ACCOUNT_IN_USE: NonNullable<Feature['constraints']> = {
  workspace_owner_id_fkey: () => inUse('The account owns workspaces', 'give them another owner first'),
  project_owner_id_fkey: () => inUse('The account owns projects', 'give them another owner first'),
  webhook_trigger_run_as_id_fkey: () =>
    inUse(
      'Webhooks run under this account',
      'disable it and take them over (POST /orchestration/ownerless-triggers/takeover), or set another account in their run configurations',
    ),
  webhook_window_run_as_id_fkey: () => inUse('Calls of webhooks will run soon under this account', 'try again in a minute'),
};

/**
 * Requires that the actor has all permissions of roles that it gives, adds or changes.
 * @rule roles.all.no-escalation
 * @rule users.roles.no-escalation
 * @rule groups.roles.no-escalation
 * @rule role-mappings.set.no-escalation
 */
export function requireRolesHeld(
  actor: Pick<Actor, 'permissions'>,
  roles: readonly { name: string; permissions: readonly Permission[] }[],
): void {
  for (const role of roles) requireHeld(actor, { kind: 'role', ...role });
}

/**
 * Refuses to change or delete a built-in role.
 * @rule roles.all.built-in
 */
export function requireCustomRole(role: { name: string; built_in: boolean }): void {
  if (role.built_in)
    throw conflict('role_built_in', `The role '${role.name}' came with the install and cannot be changed: create a role of your own.`);
}

/** The refusals of the database about people: names that are taken, and accounts that are in use. */
export const PEOPLE_CONSTRAINTS: NonNullable<Feature['constraints']> = {
  ...ACCOUNT_IN_USE,
  /** @rule users.create.login */
  account_login_once: () => conflict('login_taken', 'There is an account with that login, letter case aside: choose another login.'),
  /** @rule groups.create.name */
  account_group_name_once: () => conflict('group_name_taken', 'There is a group of that name: choose another name.'),
  /** @rule roles.create.name */
  role_name_once: () => conflict('role_name_taken', 'There is a role of that name: choose another name.'),
};
