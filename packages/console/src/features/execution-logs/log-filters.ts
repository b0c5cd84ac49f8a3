/** The filters of a log: as search parameters of the URL, and as parameters of the API. */
import type { QueryOf, Schema } from '@millrace/contract';
import { anyInstant, oneWord, someWords, type SearchOf } from '../../app/search.ts';

/** The severities of lines, the most severe first. */
const SEVERITIES = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'] as const satisfies readonly Schema<'LogEntry'>['severity'][];

/** The filters as search parameters. */
export const LOG_FILTERS = {
  /** The severities of the lines. */
  severity: someWords(...SEVERITIES),
  /** Times in ISO 8601, both included. */
  from: anyInstant,
  to: anyInstant,
  /** Shows equal lines that follow each other as one row. */
  fold: oneWord('yes'),
};

/** The values of the filters. Without any, the whole log is shown. */
export type LogFilters = SearchOf<typeof LOG_FILTERS>;

/** Search parameters that remove all filters. */
export const NO_LOG_FILTERS: LogFilters = { severity: undefined, from: undefined, to: undefined, fold: undefined };

/** Whether lines are left out or folded. */
export const hasLogFilters = (filters: LogFilters): boolean => Object.values(filters).some((value) => value !== undefined);

/** The filters as parameters of the operation. */
export const toLogQuery = ({ severity, from, to }: LogFilters): QueryOf<'GET /monitoring/executions/{id}/logs/search'> => ({
  ...(severity && { severities: severity }),
  ...(from !== undefined && { startTime: from }),
  ...(to !== undefined && { endTime: to }),
});
