/** The rules of users in the tenant API. */
import { grantsScope, PERMISSION_SCOPES, type Schema } from '@millrace/contract';
import { invalid, notFound } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import { isEmailAddress } from '../people/index.ts';

/**
 * Returns the email address of a new user: that of the body, or the subject if it is one, or none. Refuses to invite a user without one.
 * @rule tenant-users.create.email
 */
export function emailOf({ email, subject, status }: Schema<'TenantUserRequest'>): string {
  if (email !== undefined) return email;
  if (isEmailAddress(subject)) return subject;
  if (status !== 'invited') return '';
  throw invalid('malformed_request', "body: to invite the user, send the field 'email', because the subject is no email address.");
}

/**
 * The tenant that a body names is that of the caller.
 * @rule tenant-users.create.tenant
 */
export function requireOwnTenant(actor: Actor, tenant: string | undefined): void {
  if (tenant !== undefined && tenant.toLowerCase() !== actor.tenant)
    throw invalid('malformed_request', 'body.tenantId is not the id of your tenant: leave it out.');
}

/**
 * The actor may read a user: itself, or as a manager of users.
 * @rule tenant-users.get.self
 */
export function requireMayReadUser(actor: Actor, id: string): void {
  if (actor.id !== id.toLowerCase() && !actor.permissions.has('SVC_USER_MANAGEMENT')) throw notFound('User', id);
}

/**
 * The caller is a person.
 * @rule tenant-users.me.redirect
 */
export function requirePerson(actor: Actor): void {
  if (actor.userType !== 'HUMAN') throw notFound('User', actor.id);
}

const WHOLE_USER = ['users:read', 'admin.users:read', PERMISSION_SCOPES.SVC_USER_MANAGEMENT];

/**
 * Returns the fields of a user that the scopes of the caller allow: all fields, or for scopes of the identity only the fields that they name.
 * @rule tenant-users.get.identity
 */
export function shownToScopes(
  { scopes }: Pick<Actor, 'scopes'>,
  user: Schema<'TenantUser'>,
): Schema<'TenantUser'> | Schema<'TenantUserIdentity'> {
  if (!scopes || WHOLE_USER.some((one) => grantsScope(scopes, one))) return user;
  const { id, tenantId, links, subject, name, email } = user;
  return {
    id,
    tenantId,
    links,
    ...(grantsScope(scopes, 'identity.subject:read') && { subject }),
    ...(grantsScope(scopes, 'identity.name:read') && { name }),
    ...(email !== undefined && grantsScope(scopes, 'identity.email:read') && { email }),
  };
}
