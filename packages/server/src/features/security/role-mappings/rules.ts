/** The rules of role mappings. */
import { forbidden } from '../../../core/base/problem.ts';

/**
 * Requires that the caller has all permissions of the roles. Otherwise, a mapping could give the caller further permissions at the next sign-in.
 * @rule role-mappings.set.no-escalation
 */
export function mayMapRoles(
  own: Pick<ReadonlySet<string>, 'has'>,
  roles: readonly { name: string; permissions: readonly string[] }[],
): void {
  for (const { name, permissions } of roles) {
    const missing = permissions.filter((permission) => !own.has(permission));
    if (missing.length > 0)
      throw forbidden(
        'role_has_more_permissions',
        `The role '${name}' has permissions that you do not have (${missing.toSorted().join(', ')}): ask an administrator that has them.`,
      );
  }
}
