/** The rules of projects. */
import { Problem } from '../../../core/base/problem.ts';

/** The name of a project where only capital letters, digits and underscores are taken. */
export const technicalLabelOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

/**
 * The user could work on the project until now.
 * @rule projects.users.missing
 */
export function wasAllowed(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The user is none of those who may work on the project.');
}

/**
 * The project was open to the group until now.
 * @rule projects.groups.missing
 */
export function wasOnList(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The group is none of those whose members may work on the project.');
}
