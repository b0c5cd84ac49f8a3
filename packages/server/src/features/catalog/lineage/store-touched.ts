/** Stores the datasets that runs report to have read or written. */
import { enqueue } from '../../../core/background/jobs.ts';
import type { Tx } from '../../../core/database/db.ts';
import { noteReads } from './jobs.ts';
import { insertTouched, type TouchedByRun } from './queries.ts';

/** Stores the datasets that ended runs have read and written, in the transaction of their ends. Uses of datasets are counted later, by a job. */
export async function storeTouched(tx: Tx, runs: readonly TouchedByRun[]): Promise<void> {
  await insertTouched(tx, runs);
  const executions = runs.filter(({ inputs }) => inputs.length > 0).map(({ executionId }) => executionId);
  if (executions.length > 0) await enqueue(tx, noteReads, { executions });
}
