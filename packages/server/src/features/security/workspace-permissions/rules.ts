/** The rules of rights on workspaces. */
import { RIGHTS, type Right, type Schema } from '@millrace/contract';
import { conflict, invalid, Problem } from '../../../core/base/problem.ts';

/**
 * Rights as they are kept, each once; the older name EXECUTOR is EXECUTE.
 * @rule workspaces.rights.executor
 */
export function toRights(names: readonly Schema<'RightName'>[]): Right[] {
  const wanted = new Set(names.map((name) => (name === 'EXECUTOR' ? 'EXECUTE' : name)));
  return RIGHTS.filter((right) => wanted.has(right));
}

/**
 * Something was added.
 * @rule workspace-permissions.add.held
 */
export function bringsSomething(added: readonly unknown[]): void {
  if (added.length === 0) throw conflict('rights_held', 'The account holds all these rights on the workspace already.');
}

/**
 * The account has rights on the workspace.
 * @rule workspace-permissions.set.missing
 */
export function hasSome(held: readonly unknown[]): void {
  if (held.length === 0) throw new Problem(404, 'not_found', 'The account has no rights on the workspace.');
}

/**
 * A batch removal lists users or workspaces: an empty list means all, and two of them would mean everything.
 * @rule workspace-permissions.batch.empty
 */
export function listsSomething(users: readonly string[], workspaces: readonly string[]): void {
  if (users.length + workspaces.length === 0)
    throw invalid('malformed_request', 'List userIds or workspaceIds: without both, every right would go.');
}
