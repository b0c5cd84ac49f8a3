/** Passwords of users that identity providers send. */
import { invalid } from '../../../core/base/problem.ts';
import { faultOfPassword, hasherOf, lockPerson, requireMayGiveAccess, replacePassword, requirePersonHeld } from '../sign-in/index.ts';
import type { ScimObject } from './bodies.ts';
import type { ScimCall } from './resources.ts';

/**
 * Checks and hashes the password of a resource, and returns the function that stores it, which ends sessions and links of the user. Call it before the
 * user is written, with the id of a user that exists: otherwise, a caller that lacks a permission of that user could sign in as that user.
 * @rule scim.users.password
 */
export async function preparePassword(
  call: ScimCall,
  wanted: ScimObject,
  user: { login: string; email: string },
  existing?: string,
): Promise<(id: string) => Promise<void>> {
  const password = wanted['password'];
  if (typeof password !== 'string') return async () => {};
  requireMayGiveAccess(call.actor);
  const fault = faultOfPassword(password, user);
  if (fault !== undefined) throw invalid('invalid_value', fault);
  if (existing !== undefined) await requirePersonHeld(call.tx, call.actor, await lockPerson(call.tx, call.actor, existing));
  const hash = await hasherOf(call).hash(password);
  return (id) => replacePassword(call, id, hash);
}
