/** Ends runs of crawlers and scans, and makes room for the next ones. */
import type { Tx } from '../../../core/database/db.ts';
import { recordCheck } from '../../orchestration/connections/index.ts';
import { raiseCrawlEnded } from './crawl-events.ts';
import { findUnderWay, lockCrawl, moveCrawl, type UnderWay } from './run-queries.ts';
import { checkOfCrawl, endOfCrawl, type ExecutionEnding } from './states.ts';

/**
 * Ends a run whose execution has ended. The caller has locked the connection for its check. Another process may have ended the run; a portion that was
 * under way is stored by now.
 * @rule crawlers.run.ends
 */
export async function endRun(tx: Tx, execution: string, connection: string, ending: ExecutionEnding): Promise<void> {
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
  const run = await findUnderWay(tx, of);
  if (!run) return false;
  const ending = endingOf(run);
  if (!ending) return true;
  await endRun(tx, run.execution_id, run.connection_id, ending);
  return false;
}

/** The end of a run that closes: its execution has ended or is stopped, or it is a scan whose listing has ended. Undefined if it does not close. */
function endingOf({ ended, stopping, listed, ...ending }: UnderWay): ExecutionEnding | undefined {
  if (ended) return ending;
  if (listed) return { ...ending, outcome: 'EXECUTION_SUCCESS' };
  return stopping ? { ...ending, outcome: 'EXECUTION_TERMINATED' } : undefined;
}
