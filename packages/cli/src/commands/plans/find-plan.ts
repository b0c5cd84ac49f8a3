import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { Failure } from '../../failure.ts';
import { findExecutableId } from '../executables/find-executable.ts';
import type { FoundWorkspace } from '../workspaces/resolve-workspace.ts';

/** Finds the id of a plan by id or name; with a workspace, one of its environment. */
export const findPlanId = (client: Client, idOrName: string, workspace?: FoundWorkspace): Promise<string> =>
  findExecutableId(
    'plan',
    idOrName,
    async (query) => (await client.call('GET /orchestration/executables/plans', { query })).body,
    workspace,
  );

/** Reads a plan. */
export const readPlan = async (client: Client, planId: string): Promise<Schema<'PlanExecutableDetails'>> =>
  (await client.call('GET /orchestration/executables/plans/{planId}', { path: { planId } })).body;

/** Returns the workspace of a plan. */
export function workspaceOfPlan({ workspace }: Schema<'PlanExecutableDetails'>): FoundWorkspace {
  const { id, name = '', environment } = workspace ?? {};
  if (id === undefined || environment === undefined) throw new Failure('refused', 'The server left out the workspace of the plan.');
  return { id, name, environment };
}
