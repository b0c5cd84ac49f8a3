/** The rules of groups. */
import { Problem } from '../../../core/base/problem.ts';

/**
 * The user was a member until now.
 * @rule groups.members.missing
 */
export function wasMember(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The user is no member of the group.');
}
