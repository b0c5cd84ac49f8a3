/** The refusals of callers that lack a right, and the rule that nobody gives what they do not hold. */
import type { Permission, Right } from '@millrace/contract';
import { forbidden, requireFound, type Problem } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';

/** Builds the error for a caller that sees the workspace but lacks the right. */
export const lacksRight = (right: Right): Problem =>
  forbidden('right_missing', `This needs the right ${right} on the workspace. Ask its owner for it.`);

/** Returns a row that a statement has found. Refuses if there is none, or if the actor does not hold the right: then its column `held` is false. */
export function requireRightOf<Row extends { held: boolean }>(row: Row | undefined, noun: string, id: string, right: Right): Row {
  const visible = requireFound(row, noun, id);
  if (!visible.held) throw lacksRight(right);
  return visible;
}

/** The refusals, by the kind of object that comes with permissions or rights. */
const REFUSALS = {
  role: (name, missing) =>
    forbidden(
      'role_has_more_permissions',
      `The role '${name}' has permissions that you do not have (${missing}): ask an administrator that has them.`,
    ),
  user: (name, missing) =>
    forbidden(
      'user_has_more_permissions',
      `The user '${name}' has permissions that you do not have (${missing}): ask an administrator that has them.`,
    ),
  'service account': (name, missing) =>
    forbidden(
      'service_account_has_more_permissions',
      `The service account '${name}' has permissions that you do not have (${missing}): ask an administrator that has them.`,
    ),
  'OAuth client': (name, missing) =>
    forbidden(
      'scopes_not_held',
      `The OAuth client '${name}' acts with permissions that you do not have (${missing}): ask an administrator that has them.`,
    ),
} as const satisfies Record<string, (name: string, missing: string) => Problem>;

/** An object that comes with permissions; `rights` describe rights on workspaces that the caller lacks. */
type Given = {
  kind: keyof typeof REFUSALS;
  name: string;
  permissions: Iterable<Permission>;
  rights?: readonly string[];
};

/**
 * Requires that the caller has all permissions of an object that it gives, changes or gets a credential for. Within a token with scopes these are the
 * permissions that the scopes allow.
 */
export function requireHeld({ permissions: held }: Pick<Actor, 'permissions'>, { kind, name, permissions, rights = [] }: Given): void {
  const missing = [...new Set(permissions)].filter((one) => !held.has(one)).toSorted();
  if (missing.length + rights.length > 0) throw REFUSALS[kind](name, [...missing, ...rights].join(', '));
}
