/** The JSON of starts. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { ScheduleRow, StartRow } from './rows.ts';

/** Converts a row to AutomaticStart. */
export const toStartJson = (row: StartRow): Schema<'AutomaticStart'> => ({
  id: row.owner_id,
  type: row.is_plan ? 'PLAN' : 'TASK',
  name: row.name,
  date: row.at.toISOString(),
  executionId: row.execution_id,
  status: row.status,
  ...presentFields({ misfiredReason: row.misfired_reason }),
});

/** Converts a row and its starts to ScheduleStarts. */
export const toScheduleStartsJson = (row: ScheduleRow, starts: readonly StartRow[]): Schema<'ScheduleStarts'> => ({
  scheduleId: row.id,
  ...(row.owner_id !== null && {
    executable: {
      id: row.owner_id,
      type: row.is_plan ? 'PLAN' : 'TASK',
      name: row.name ?? '',
      isPaused: row.paused,
      mayPause: row.may_pause,
    },
  }),
  ...presentFields({ nextDate: row.next_at?.toISOString() }),
  starts: starts.map(toStartJson),
});
