/**
 * What the actions of the console need: a permission of a role, and a right on the workspace of the object. `own-rights.ts` compares them with what the
 * person holds, and `useLack` says what is missing.
 */
import type { Permission, Right, Schema } from '@millrace/contract';

/** What an action needs: one of these permissions, and a right on a workspace. */
export type Needs = {
  permissions?: readonly Permission[];
  right?: Right;
  /** The workspace of the object; without it, the right on any workspace of the environment is enough. */
  workspace?: Schema<'WorkspaceInfo'> | undefined;
};

/** Starting a task, and stopping its runs. */
export const RUNS_TASKS = { permissions: ['SVC_OPERATOR', 'SVC_ENGINE_USE'], right: 'EXECUTE' } as const satisfies Needs;

/** Pausing a task or plan, changing its automatic starts and run settings, changing schedules, and starting a plan. */
export const CHANGES_STARTS = { permissions: ['SVC_OPERATOR'], right: 'EXECUTE' } as const satisfies Needs;

/** Creating, changing and deleting a task or plan. */
export const CHANGES_TASKS = { permissions: ['SVC_OPERATOR'], right: 'AUTHOR' } as const satisfies Needs;

/** Creating, testing, changing and deleting a connection. */
export const CHANGES_CONNECTIONS = {
  permissions: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'],
  right: 'AUTHOR',
} as const satisfies Needs;

/** Running a crawler or a scan, which read a database with the secrets of its connection. */
export const CRAWLS = { right: 'EXECUTE' } as const satisfies Needs;

/** Creating, changing and deleting a resource. */
export const CHANGES_RESOURCES = { right: 'AUTHOR' } as const satisfies Needs;

/** Analysing and executing a promotion, if the account is assigned to it. Rights on workspaces are not checked. */
export const RUNS_PROMOTIONS = { permissions: ['SVC_PROMOTION_EXECUTION'] } as const satisfies Needs;

/** Publishing and deleting an artifact. */
export const PUBLISHES = { right: 'PUBLISH' } as const satisfies Needs;
