/** The rules of groups. */
import { Problem } from '../../../core/base/problem.ts';

/**
 * Refuses to remove a user that is no member.
 * @rule groups.members.missing
 * @rule groups.of-user.missing
 */
export function requireMember(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The user is no member of the group.');
}
