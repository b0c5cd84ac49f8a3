/** The rules of logs. */
import type { QueryOf } from '@millrace/contract';
import { invalid } from '../../../core/problem.ts';
import type { Range } from '../log-store/index.ts';

/**
 * The times that a caller names. The contract's format takes more than the database does, such as the year 0 and offsets of a whole day.
 * @rule execution-logs.list.time
 */
export function rangeOf({ startTime, endTime }: QueryOf<'GET /monitoring/executions/{id}/logs'>): Range {
  return { startTime: momentOf('startTime', startTime), endTime: momentOf('endTime', endTime) };
}

function momentOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw invalid('malformed_request', `query.${name} is not a moment: send a time such as 2026-01-31T12:00:00.000Z.`);
  return moment;
}
