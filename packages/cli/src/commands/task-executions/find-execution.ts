import type { Client } from '@millrace/contract/client';

import { isShortId, pickOne } from '../../names.ts';
import { readPages } from '../../pages.ts';
import { localTime } from '../../text.ts';

/** Among so many of the newest executions a short id is looked for. */
const NEWEST = 1000;

/** The id of an execution, of which the beginning is enough where no other of the newest ones has it. */
export async function findExecutionId(client: Client, wanted: string): Promise<string> {
  if (!isShortId(wanted)) return wanted;
  const page = await readPages(
    async (limit, offset) => (await client.call('GET /processing/executables/tasks/executions', { query: { limit, offset } })).body,
    NEWEST,
  );
  return pickOne('execution', wanted, page.items, ({ executionId, triggerTimestamp }) => ({
    id: executionId,
    names: [localTime(triggerTimestamp)],
  })).executionId;
}
