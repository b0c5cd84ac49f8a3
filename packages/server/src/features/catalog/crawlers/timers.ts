/** The timer of crawls. */
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { lockForCheck } from '../../orchestration/connections/index.ts';
import { BUILT_IN_ENDS } from '../../processing/task-executions/index.ts';
import { endRun } from './run-ends.ts';
import { selectEndedCrawls } from './run-queries.ts';

/** The maximum number of ended runs that one query finds. */
const BATCH = 100;

/**
 * Ends runs whose executions have ended: by the program, the loss of the engine, the time limit or a request, or because they could not begin.
 * It reads the tables every second, so that no end is missed, and at once when an engine reports the end of a built-in run.
 * @rule crawlers.run.ends
 */
export const endCrawls: Timer = {
  name: 'end-crawls',
  milliseconds: 1000,
  does: 'ends runs of crawlers whose executions have ended; also when such an execution ends',
  bell: BUILT_IN_ENDS,
  async run({ db }: Platform) {
    for (const { execution_id: execution, connection_id: connection, ...ending } of await selectEndedCrawls(db.reader, BATCH)) {
      await db.transaction(async (tx) => {
        await lockForCheck(tx, connection);
        await endRun(tx, execution, connection, ending);
      });
    }
  },
};
