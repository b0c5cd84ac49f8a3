/** The rules of projects. */
import { Problem } from '../../../core/base/problem.ts';

/** Converts the name of a project to capital letters, digits and underscores. */
export const technicalLabelOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

/**
 * Refuses to remove a user that the project does not have.
 * @rule projects.users.missing
 */
export function wasProjectUser(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The project does not have this user.');
}

/**
 * Refuses to remove a group that the project does not have.
 * @rule projects.groups.missing
 */
export function wasProjectGroup(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The project does not have this group.');
}
