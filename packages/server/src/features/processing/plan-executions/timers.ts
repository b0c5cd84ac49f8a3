/** The timers of plan executions. */
import { DatabaseUnavailable } from '../../../core/database/db.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { firstKeptId } from '../../../core/database/partitions.ts';
import { STEPS } from '../task-executions/index.ts';
import { advance } from './advance.ts';
import { lockIdle } from './moves.ts';
import { deleteOld } from './queries.ts';

/** The number of plan executions that one transaction advances. */
const BATCH = 100;

/**
 * Advances plan executions that run nothing any more. It polls each second, and at once after a wake-up.
 * @rule plan-executions.run.survives
 */
export const advancePlans: Timer = {
  name: 'advance-plans',
  milliseconds: 1000,
  does: 'starts the next steps of plan executions in which nothing runs any more; also when an execution of a plan ends',
  bell: STEPS,
  async run(platform: Platform) {
    try {
      while ((await advanceIdle(platform, BATCH)) > 0);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      platform.log.warn({ err: error }, 'plan executions could not be advanced together; each is tried by itself');
      await advanceEach(platform);
    }
  },
};

async function advanceIdle({ db, wakeups }: Platform, most: number, only?: string): Promise<number> {
  const { moved, wake } = await db.transaction(async (tx) => {
    const ids = (await lockIdle(tx, most, only)).map(({ id }) => id);
    return { moved: ids.length, wake: ids.length === 0 ? [] : await advance(tx, ids) };
  });
  wakeups.wake(wake);
  return moved;
}

/** A plan execution that cannot be advanced does not block the others. */
async function advanceEach(platform: Platform): Promise<void> {
  for (const { id } of await lockIdle(platform.db.writer, BATCH)) {
    await advanceIdle(platform, 1, id).catch((error: unknown) =>
      platform.log.error({ err: error, planExecution: id }, 'a plan execution could not be advanced'),
    );
  }
}

/**
 * Deletes plan executions of months that are older than the history, as for task executions; unfinished ones stay.
 * @rule history.retention.plans
 */
export const removeOldPlanExecutions: Timer = {
  name: 'remove-old-plan-executions',
  milliseconds: 3_600_000,
  does: 'deletes plan executions of months that are older than the history',
  async run({ db, limits }: Platform) {
    const first = await firstKeptId(db, 'month', limits.historyDays);
    while ((await deleteOld(db.writer, first, BATCH)).length === BATCH);
  },
};
