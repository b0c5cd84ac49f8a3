/** How a pause is shown. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/sql.ts';

/** What pauses a task, as the database has it. */
export type PauseColumns = {
  paused_at: Date | null;
  paused_by: string | null;
  paused_by_type: Schema<'UserType'> | null;
  pause_context: string | null;
};

/** The columns of `PauseColumns`, for statements that call the table `t`. */
export const pauseColumns: Sql = sql`t.paused_at, t.paused_by, t.paused_by_type, t.pause_context`;

/**
 * → the field taskPauseDetails, of a paused task only.
 * @rule tasks.pause.details
 */
export const toPauseDetails = (row: PauseColumns): { taskPauseDetails?: Schema<'TaskPauseDetails'> } =>
  row.paused_at === null
    ? {}
    : {
        taskPauseDetails: {
          pause: true,
          ...(row.pause_context !== null && { pauseContext: row.pause_context }),
          ...(row.paused_by !== null && { user: row.paused_by }),
          ...(row.paused_by_type !== null && { userType: row.paused_by_type }),
          pauseDate: row.paused_at.toISOString(),
        },
      };
