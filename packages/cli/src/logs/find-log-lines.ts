import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

const LARGEST_PAGE = 200;

/** The criteria of a search in a log: a text, the lowest severity, or both. */
export type LineFilter = { text?: string; severity?: 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL' };

/** Finds the last `maximum` matching entries of a log, oldest first. */
export async function findLogLines(client: Client, id: string, search: LineFilter, maximum: number): Promise<Schema<'NumberedLogEntry'>[]> {
  const found: Schema<'NumberedLogEntry'>[] = [];
  let startIndex: number | undefined;
  do {
    const query = {
      ...search,
      order: 'DESC' as const,
      count: Math.min(LARGEST_PAGE, maximum - found.length),
      ...(startIndex !== undefined && { startIndex }),
    };
    const { body } = await client.call('GET /monitoring/executions/{id}/logs/search', { path: { id }, query });
    found.push(...body.data);
    startIndex = body.nextIndex;
  } while (startIndex !== undefined && found.length < maximum);
  return found.toReversed();
}
