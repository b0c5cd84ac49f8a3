import { type Noun, nounOf } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { ifFound } from '../../if-found.ts';
import { readWholeList, readPages } from '../../pages.ts';
import { localTime } from '../../text.ts';
import { findExecutableId, readNames } from '../executable/lookup.ts';
import type { FoundWorkspace } from '../workspace/lookup.ts';

/** Finds the id of a plan by id or name; with a workspace, one of its environment. */
export const findPlanId = (client: Client, idOrName: string, workspace?: FoundWorkspace): Promise<string> =>
  findExecutableId(
    'plan',
    idOrName,
    (query, maximum) => readWholeList(client, 'GET /orchestration/executables/plans', { query }, maximum),
    workspace,
  );

/** How a command names a plan. */
export const planNoun: Noun = { what: 'plan', argument: '<name or id>', find: findPlanId };

/** Reads a plan. */
export const readPlan = async (client: Client, planId: string): Promise<Schema<'PlanExecutableDetails'>> =>
  (await client.call('GET /orchestration/executables/plans/{planId}', { path: { planId } })).body;

/** Returns the workspace of a plan. Throws a `Failure` if the server left it out. */
export function workspaceOfPlan({ workspace }: Schema<'PlanExecutableDetails'>): FoundWorkspace {
  const { id, name = '', environment } = workspace ?? {};
  if (id === undefined || environment === undefined) throw new Failure('refused', 'The server left out the workspace of the plan.');
  return { id, name, environment };
}

/** A short id is searched among this many of the newest plan executions. */
const NEWEST = 1000;

/**
 * How a command names a plan execution: by its id, or, among the newest ones, by a unique beginning of the id or by the start time as tables show it.
 */
export const planExecutionNoun: Noun = {
  ...nounOf(
    'plan execution',
    async (client) => (await readPages(client, 'GET /processing/executables/plans/executions', {}, NEWEST)).items,
    ({ executionId, startTimestamp }) => ({ id: executionId, names: [localTime(startTimestamp)] }),
    '<id>',
  ),
  hint: 'plan execution; the beginning of the id is enough',
};

/** Reads a plan execution. */
export const readPlanExecution = async (client: Client, planExecutionId: string): Promise<Schema<'PlanExecutionStatus'>> =>
  (await client.call('GET /processing/executions/plans/{planExecutionId}', { path: { planExecutionId } })).body;

/** Reads the started steps of a plan execution. */
export const readStepExecutions = async (client: Client, planExecutionId: string): Promise<Schema<'StepExecution'>[]> =>
  (await client.call('GET /processing/executions/plans/{planExecutionId}/steps', { path: { planExecutionId } })).body;

/** Reads the names of plans. A plan that is deleted or not visible is shown by its id. */
export const namePlans = (client: Client, planIds: readonly string[]): Promise<(planId: string) => string> =>
  readNames(planIds, async (planId) => (await readPlan(client, planId)).name);

/** Reads the run configuration of a plan; undefined if it has none. */
export const readPlanRunConfig = async (client: Client, planId: string): Promise<Schema<'PlanRunConfig'> | undefined> =>
  (await ifFound(client.call('GET /orchestration/executables/plans/{planId}/run-config', { path: { planId } })))?.body;
