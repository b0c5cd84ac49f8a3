/** The filters of a log: as search parameters of the URL, and as parameters of the API. */
import type { QueryOf, Schema } from '@millrace/contract';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The severities that can be chosen as the lowest one. */
export const MIN_SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const satisfies readonly Schema<'LogEntry'>['severity'][];

/** The filters. Without any, the whole log is shown. */
export type LogFilters = {
  /** The lowest severity of the lines. */
  severity?: (typeof MIN_SEVERITIES)[number] | undefined;
  /** Times in ISO 8601, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Shows equal lines that follow each other as one row. */
  fold?: 'yes' | undefined;
};

/** Search parameters that remove all filters. */
export const NO_LOG_FILTERS: LogFilters = { severity: undefined, from: undefined, to: undefined, fold: undefined };

/** Reads the filters from the search parameters. */
export const readLogFilters = (search: RawSearch): LogFilters => ({
  severity: wordIn(search, 'severity', MIN_SEVERITIES),
  from: timeIn(search, 'from'),
  to: timeIn(search, 'to'),
  fold: wordIn(search, 'fold', ['yes']),
});

function timeIn(search: RawSearch, name: string): string | undefined {
  const text = textIn(search, name);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** Whether lines are left out or folded. */
export const hasLogFilters = (filters: LogFilters): boolean => Object.values(filters).some((value) => value !== undefined);

/** The filters as parameters of the operation. */
export const toLogQuery = ({ severity, from, to }: LogFilters): QueryOf<'GET /monitoring/executions/{id}/logs/search'> => ({
  severity,
  startTime: from,
  endTime: to,
});
