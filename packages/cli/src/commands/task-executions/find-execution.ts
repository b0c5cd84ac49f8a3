import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readPages } from '../../pages.ts';
import { localTime } from '../../text.ts';

/** A short id is searched among this many of the newest executions. */
const NEWEST = 1000;

/** Finds the full id of an execution by its id or by a beginning that is unique among the newest executions. */
export async function findExecutionId(client: Client, idOrPrefix: string): Promise<string> {
  if (isId(idOrPrefix)) return idOrPrefix;
  const page = await readPages(
    async (limit, offset) => (await client.call('GET /processing/executables/tasks/executions', { query: { limit, offset } })).body,
    NEWEST,
  );
  return pickOne('execution', idOrPrefix, page.items, ({ executionId, triggerTimestamp }) => ({
    id: executionId,
    names: [localTime(triggerTimestamp)],
  })).executionId;
}
