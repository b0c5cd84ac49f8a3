/** The timer of crawls. */
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { lockForCheck, recordCheck } from '../../orchestration/connections/index.ts';
import { BUILT_IN_ENDS } from '../../processing/task-executions/index.ts';
import { raiseCrawlEnded } from './crawl-events.ts';
import { lockCrawl, moveCrawl, selectEndedCrawls } from './run-queries.ts';
import { checkOfCrawl, endOfCrawl } from './states.ts';

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
        // Another process may have ended the run; a portion that was under way is stored by now.
        const run = await lockCrawl(tx, execution);
        if (!run) return;
        const { state, failure } = endOfCrawl(run.state, run.ends, ending);
        await moveCrawl(tx, run, state, failure);
        const check = checkOfCrawl(run.state, ending);
        if (check && ending.claimed_at)
          await recordCheck(tx, connection, { ...check, kind: run.crawler_id === null ? 'SCAN' : 'CRAWL', since: ending.claimed_at });
        if (run.crawler_id !== null) await raiseCrawlEnded(tx, execution, failure);
      });
    }
  },
};
