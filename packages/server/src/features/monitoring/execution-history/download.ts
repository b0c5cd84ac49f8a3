/** The lines of a download: executions as comma-separated values (RFC 4180), read page by page. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/sql.ts';
import { selectDetails } from './detail-rows.ts';
import { toHistoryJson } from './json.ts';
import { type HistoryPosition, type HistorySearch, selectNextExecutions } from './rows.ts';

/** The maximum number of executions in memory. */
const PAGE_SIZE = 500;

/** Yields at most `most` lines after a position, page by page. It reads a page only when the caller needs it. */
export async function* historyLines(
  tx: Tx,
  search: HistorySearch,
  after: HistoryPosition | undefined,
  most: number,
): AsyncGenerator<string, void> {
  let position = after;
  for (let left = most; left > 0;) {
    const size = Math.min(left, PAGE_SIZE);
    const found = await selectNextExecutions(tx, search, position, size);
    if (found.length > 0) yield (await selectDetails(tx, found)).map((row) => csvLine(toHistoryJson(row))).join('');
    if (found.length < size) return;
    left -= found.length;
    position = found.at(-1);
  }
}

type Json = Schema<'HistoricExecution'>;

const COLUMNS = [
  'id',
  'name',
  'status',
  'type',
  'version',
  'triggerType',
  'triggerTime',
  'runStartTime',
  'runEndTime',
  'executeDurationMs',
  'operator',
  'operatorName',
  'operatorType',
  'author',
  'authorName',
  'authorType',
  'attempts',
  'environmentId',
  'workspaceId',
  'taskId',
  'planId',
  'planExecutionId',
  'planName',
  'artifactId',
  'artifactName',
  'artifactVersion',
  'artifactWorkspaceId',
  'destination',
  'clusterId',
  'clusterName',
  'engineId',
  'engineName',
  'engineVersion',
  'runProfileId',
  'runProfileName',
  'errorMessage',
  'misfiredReason',
  'logLevel',
  'tags',
  'numberOfRejectedRows',
  'failedStepName',
  'rerunPlanExecutionId',
  'parentPlanExecutionId',
  'apiVersion',
] as const satisfies readonly (keyof Json)[];
const TIMES = new Set<keyof Json>(['triggerTime', 'runStartTime', 'runEndTime']);

/** Returns the first line, with the names of the fields. */
export const csvHeader = (): string => `${COLUMNS.join(',')}\r\n`;

/** Formats an execution as a line. */
const csvLine = (execution: Json): string => `${COLUMNS.map((column) => cellOf(column, execution[column])).join(',')}\r\n`;

function cellOf(column: keyof Json, value: Json[keyof Json]): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return TIMES.has(column) ? new Date(value).toISOString() : String(value);
  return quoted(Array.isArray(value) ? value.join(', ') : value);
}

/**
 * Quotes a text. An apostrophe prevents a spreadsheet from evaluating a text that begins like a formula.
 * @rule execution-history.download.formulas
 */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
