/** Formats executions as comma-separated values (RFC 4180). */
import type { Schema } from '@millrace/contract';

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
export const csvLine = (execution: Json): string => `${COLUMNS.map((column) => cellOf(column, execution[column])).join(',')}\r\n`;

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
