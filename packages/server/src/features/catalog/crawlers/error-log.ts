/** The errors of a run as lines of text. */
import { sql } from '../../../core/database/sql.ts';
import { type LogSource, readLogLines, selectBounds } from '../../monitoring/log-store/index.ts';
import type { CrawlerRow } from './rows.ts';

/** Yields the failure of the run, the tables that could not be read, and the error lines of its execution. */
export async function* errorLines(
  source: LogSource,
  { execution_id: execution, failure, finished_at: finishedAt }: Pick<CrawlerRow, 'execution_id' | 'failure' | 'finished_at'>,
): AsyncGenerator<string> {
  if (execution === null) return;
  if (failure !== null && finishedAt !== null) yield line(finishedAt, failure);
  const failures = await source.tx.rows<{ name: string; failure: string; updated_at: Date }>(sql`
    select technical_name as name, failure, updated_at
    from crawled_dataset
    where execution_id = ${execution}
      and failure is not null
    order by technical_name`);
  for (const table of failures) yield line(table.updated_at, `${table.name}: ${table.failure}`);
  const { first, end } = await selectBounds(source.tx, execution);
  for await (const batch of readLogLines(source, execution, { from: first, to: end }))
    for (const { at, severity, message } of batch) if (severity === 'ERROR' || severity === 'FATAL') yield line(new Date(at), message);
}

/** Names and messages may contain line breaks, which are removed. */
const line = (at: Date, text: string): string => `${at.toISOString()} ${text.replaceAll(/[\r\n]+/g, ' ')}\n`;
