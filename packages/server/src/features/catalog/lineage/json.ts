/** The JSON of lineage. */
import type { Schema } from '@millrace/contract';
import { STATUS_OF_OUTCOME } from '@millrace/contract/outcomes';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { digestOf, type LineageName } from './names.ts';
import type { LineageRunRow, NamedDataset, TouchedRow } from './rows.ts';

/** Converts a run to the JSON of lineage. */
export const toLineageRunJson = (row: LineageRunRow): Schema<'LineageRun'> => ({
  executionId: row.id,
  taskId: row.task_id,
  taskName: row.task_name,
  executionStatus: STATUS_OF_OUTCOME[row.outcome],
  ...presentFields({ startedAt: row.started_at?.toISOString(), finishedAt: row.finished_at?.toISOString() }),
});

/** Converts a name to JSON, with the dataset that has it. */
export function toNameJson({ namespace, name }: LineageName, named: ReadonlyMap<string, NamedDataset>): Schema<'LineageName'> {
  const dataset = named.get(digestOf({ namespace, name }));
  return { namespace, name, ...(dataset && { datasetId: dataset.id, label: dataset.label }) };
}

/** Converts a name that a task has touched to JSON. */
export const toTouchedJson = (row: TouchedRow, named: ReadonlyMap<string, NamedDataset>): Schema<'TouchedName'> => ({
  ...toNameJson(row, named),
  lastExecutionId: row.execution_id,
  ...presentFields({ lastFinishedAt: row.finished_at?.toISOString() }),
});
