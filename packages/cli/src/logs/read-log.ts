import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

/** One page of a log. */
export type LogPage = Schema<'LogPage'>;
/** One line of a log. */
export type LogEntry = Schema<'LogEntry'>;

const LARGEST_PAGE = 200;

/** Reads log entries in the order they were written, from an index on. */
export async function readLogPage(client: Client, executionId: string, startIndex: number, maximum = LARGEST_PAGE): Promise<LogPage> {
  const query = { order: 'ASC', startIndex, count: Math.min(maximum, LARGEST_PAGE) } as const;
  return (await client.call('GET /monitoring/executions/{id}/logs', { path: { id: executionId }, query })).body;
}

/** Returns the position at which the last `count` entries begin. */
export async function findTail(client: Client, executionId: string, count: number): Promise<number> {
  const { totalSize } = await readLogPage(client, executionId, 0, 1);
  return Math.max(0, totalSize - count);
}

/** Reads `count` entries from an index on, as far as there are that many, as one page. */
export async function readLog(client: Client, executionId: string, startIndex: number, count: number): Promise<LogPage> {
  const data: LogEntry[] = [];
  for (;;) {
    const page = await readLogPage(client, executionId, startIndex + data.length, count - data.length);
    data.push(...page.data);
    if (data.length >= count || page.data.length === 0) return { ...page, size: data.length, data };
  }
}
