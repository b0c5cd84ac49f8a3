import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { type Noun, nounOf } from '../../command-builders.ts';
import { readPages } from '../../pages.ts';
import { localTime } from '../../text.ts';

/** A short id is searched among this many of the newest executions. */
const NEWEST = 1000;

/**
 * How a command names an execution: by its id, or, among the newest ones, by a unique beginning of the id or by the trigger time as tables show it.
 */
export const executionNoun: Noun = {
  ...nounOf(
    'execution',
    async (client) => (await readPages(client, 'GET /processing/executables/tasks/executions', {}, NEWEST)).items,
    ({ executionId, triggerTimestamp }) => ({ id: executionId, names: [localTime(triggerTimestamp)] }),
    '<id>',
  ),
  hint: 'execution; the beginning of the id is enough',
};

/**
 * Calls operations about an execution of a task. If the id is that of an execution of a plan, which messages of alerts contain, too, the `Failure` names
 * the command for these.
 */
export async function withTaskExecution<T>(client: Client, id: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof MillraceError) || error.status !== 404) throw error;
    const path = { planExecutionId: id };
    const plan = await client.call('GET /processing/executions/plans/{planExecutionId}', { path }).catch(() => undefined);
    if (!plan) throw error;
    const message = `${id} is an execution of a plan. Its steps, and the tasks that have failed: millrace plan follow ${id}`;
    throw new Failure('notFound', message);
  }
}
