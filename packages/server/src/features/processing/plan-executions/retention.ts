/** Deletes old plan executions. */
import type { Timer } from '../../../core/background/jobs.ts';
import { firstKeptId } from '../../../core/database/partitions.ts';
import { deleteOld } from './rows.ts';

/** The number of plan executions that one statement deletes. */
const BATCH = 100;

/**
 * Deletes plan executions of months that are older than the history, as for task executions; unfinished ones stay.
 * @rule history.retention.plans
 */
export const removeOldPlanExecutions: Timer = {
  name: 'remove-old-plan-executions',
  milliseconds: 3_600_000,
  does: 'deletes plan executions of months that are older than the history',
  async run({ db, settings: { limits } }) {
    const first = await firstKeptId(db, 'month', limits.historyDays);
    while ((await deleteOld(db.writer, first, BATCH)).length === BATCH);
  },
};
