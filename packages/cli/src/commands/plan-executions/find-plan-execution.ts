import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readPages } from '../../pages.ts';
import { localTime } from '../../text.ts';

/** A short id is searched among this many of the newest plan executions. */
const NEWEST = 1000;

/** Finds the full id of a plan execution by its id or by a beginning that is unique among the newest ones. */
export async function findPlanExecutionId(client: Client, idOrPrefix: string): Promise<string> {
  if (isId(idOrPrefix)) return idOrPrefix;
  const page = await readPages(
    async (limit, offset) => (await client.call('GET /processing/executables/plans/executions', { query: { limit, offset } })).body,
    NEWEST,
  );
  return pickOne('plan execution', idOrPrefix, page.items, ({ executionId, startTimestamp }) => ({
    id: executionId,
    names: [localTime(startTimestamp)],
  })).executionId;
}

/** Reads a plan execution. */
export const readPlanExecution = async (client: Client, planExecutionId: string): Promise<Schema<'PlanExecutionStatus'>> =>
  (await client.call('GET /processing/executions/plans/{planExecutionId}', { path: { planExecutionId } })).body;

/** Reads the started steps of a plan execution. */
export const readStepExecutions = async (client: Client, planExecutionId: string): Promise<Schema<'StepExecution'>[]> =>
  (await client.call('GET /processing/executions/plans/{planExecutionId}/steps', { path: { planExecutionId } })).body;
