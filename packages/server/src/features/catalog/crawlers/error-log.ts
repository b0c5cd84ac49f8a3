/** The errors of a run as lines of text. */
import { readLogLines, selectBounds, type LogSource } from '../../monitoring/log-store/index.ts';
import type { CrawlerRow } from './json.ts';
import { selectFailures } from './queries.ts';

/** Yields the failure of the run, the tables that could not be read, and the error lines of its execution. */
export async function* errorLines(
  source: LogSource,
  { execution_id: execution, failure, finished_at: finishedAt }: Pick<CrawlerRow, 'execution_id' | 'failure' | 'finished_at'>,
): AsyncGenerator<string> {
  if (execution === null) return;
  if (failure !== null && finishedAt !== null) yield line(finishedAt, failure);
  for (const table of await selectFailures(source.tx, execution)) yield line(table.updated_at, `${table.technical_name}: ${table.failure}`);
  const { first, end } = await selectBounds(source.tx, execution);
  for await (const batch of readLogLines(source, execution, { from: first, to: end }))
    for (const { at, severity, message } of batch) if (severity === 'ERROR' || severity === 'FATAL') yield line(new Date(at), message);
}

/** Names and messages may contain line breaks, which are removed. */
const line = (at: Date, text: string): string => `${at.toISOString()} ${text.replaceAll(/[\r\n]+/g, ' ')}\n`;
