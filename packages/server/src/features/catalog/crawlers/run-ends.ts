/** Ends runs of crawlers and scans, and makes room for the next ones. */
import type { Timer } from '../../../core/background/jobs.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { lockForCheck, recordCheck } from '../../orchestration/connections/index.ts';
import { BUILT_IN_ENDS } from '../../processing/task-executions/index.ts';
import { raiseCrawlEnded, findRunUnderWay, lockCrawl, moveCrawl, type RunUnderWay } from './run-rows.ts';
import { checkOfCrawl, endOfCrawl, type ExecutionEnding } from './states.ts';

/** The maximum number of ended runs that one query finds. */
const BATCH = 100;

/**
 * Ends a run whose execution has ended. The caller has locked the connection for its check. Another process may have ended the run; a portion that was
 * under way is stored by now.
 * @rule crawlers.run.ends
 */
async function endRun(tx: Tx, execution: string, connection: string, ending: ExecutionEnding): Promise<void> {
  const run = await lockCrawl(tx, execution);
  if (!run) return;
  const { state, failure } = endOfCrawl(run.state, run.ends, ending);
  await moveCrawl(tx, run, state, failure);
  const check = checkOfCrawl(run.state, ending);
  if (check && ending.claimed_at)
    await recordCheck(tx, connection, { ...check, kind: run.crawler_id === null ? 'SCAN' : 'CRAWL', since: ending.claimed_at });
  if (run.crawler_id !== null) await raiseCrawlEnded(tx, execution, failure);
}

/**
 * Ends a run that only closes, so that the caller can start the next one. Returns whether a run is under way that does not close. The caller has locked
 * the connection for its check.
 * @rule crawlers.run.closing
 */
export async function endClosingRun(tx: Tx, of: { crawler: string } | { connection: string }): Promise<boolean> {
  const run = await findRunUnderWay(tx, of);
  if (!run) return false;
  const ending = endingOf(run);
  if (!ending) return true;
  await endRun(tx, run.execution_id, run.connection_id, ending);
  return false;
}

/** The end of a run that closes: its execution has ended or is stopped, or it is a scan whose listing has ended. Undefined if it does not close. */
function endingOf({ ended, stopping, listed, ...ending }: RunUnderWay): ExecutionEnding | undefined {
  if (ended) return ending;
  if (listed) return { ...ending, outcome: 'EXECUTION_SUCCESS' };
  return stopping ? { ...ending, outcome: 'EXECUTION_TERMINATED' } : undefined;
}

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
    const ended = await db.reader.rows<{ execution_id: string; connection_id: string } & ExecutionEnding>(sql`
      select r.execution_id, r.connection_id, x.outcome, x.error_message as message, x.exit_code, x.claimed_at
      from crawl_run r
      left join task_execution x on x.id = r.execution_id
      where r.finished_at is null
        and (x.id is null or x.outcome is not null)
      order by r.execution_id
      limit ${BATCH}`);
    for (const { execution_id: execution, connection_id: connection, ...ending } of ended) {
      await db.transaction(async (tx) => {
        await lockForCheck(tx, connection);
        await endRun(tx, execution, connection, ending);
      });
    }
  },
};
