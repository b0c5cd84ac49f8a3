/** The rules of users. */
import { conflict, forbidden, invalid, Problem } from '../../../core/base/problem.ts';
import type { Feature } from '../../../core/http/feature.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireMayGiveAccess } from '../sign-in/index.ts';
import type { Administration, UserRow } from './rows.ts';

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
export function requireEmail({ email }: { email: string }, known?: Pick<UserRow, 'email'>): void {
  if (email === '' && known?.email !== '')
    throw invalid('malformed_request', 'body.email must not be empty: send the email address of the user.');
}

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

/**
 * After a change of a user, the tenant still has an active administrator.
 * @rule users.administrator.last
 */
export function requireAdministratorLeft(
  before: Pick<UserRow, 'active' | 'role_ids'>,
  after: Pick<UserRow, 'active' | 'role_ids'>,
  { role, others }: Administration,
): void {
  const administrates = ({ active, role_ids: roles }: Pick<UserRow, 'active' | 'role_ids'>): boolean => active && roles.includes(role);
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
export function requireRole(user: Pick<UserRow, 'role_ids'>, role: { id: string }): void {
  if (!user.role_ids.includes(role.id)) throw new Problem(404, 'not_found', 'The user does not have the role.');
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
