/** The rules of rights on workspaces. */
import { RIGHTS, type Right, type Schema } from '@millrace/contract';
import { conflict, invalid, Problem } from '../../../core/base/problem.ts';

/**
 * Converts names of rights to stored rights, each once. EXECUTOR is an older name of EXECUTE.
 * @rule workspaces.rights.executor
 */
export function toRights(names: readonly Schema<'RightName'>[]): Right[] {
  const rights = new Set(names.map((name) => (name === 'EXECUTOR' ? 'EXECUTE' : name)));
  return RIGHTS.filter((right) => rights.has(right));
}

/**
 * A request adds at least one right that the account does not hold yet.
 * @rule workspace-permissions.add.held
 */
export function requireNewRight(added: readonly unknown[]): void {
  if (added.length === 0) throw conflict('rights_held', 'The account holds all these rights on the workspace already.');
}

/**
 * The account has rights on the workspace.
 * @rule workspace-permissions.set.missing
 */
export function requireRights(held: readonly unknown[]): void {
  if (held.length === 0) throw new Problem(404, 'not_found', 'The account has no rights on the workspace.');
}

/**
 * A batch removal names accounts or workspaces. An empty list means all, so two empty lists would remove all rights.
 * @rule workspace-permissions.batch.empty
 */
export function requireAccountsOrWorkspaces(accounts: readonly string[], workspaces: readonly string[]): void {
  if (accounts.length + workspaces.length === 0)
    throw invalid('malformed_request', 'Send the ids of accounts or workspaceIds: without both, the request would remove all rights.');
}
