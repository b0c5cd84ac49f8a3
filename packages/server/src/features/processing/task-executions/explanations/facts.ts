/** The facts of an explanation, read from the database and from the log. */
import type { Tx } from '../../../../core/database/db.ts';
import type { BlobStore } from '../../../../core/blobs/blob-store.ts';
import { lastError, selectBounds } from '../../../monitoring/log-store/index.ts';
import type { ExecutionRow } from '../life-cycle/execution-row.ts';
import {
  selectCourse,
  selectTargetEngines,
  selectHindrance,
  type Course,
  type ExplainedEngine,
  type Hindrance,
} from './explanation-queries.ts';

/** The facts of an explanation. */
export type Facts = {
  execution: ExecutionRow;
  course: Course;
  /** The engine that has or had the execution; while it waits, the engines that may claim it. */
  engines: readonly ExplainedEngine[];
  hindrance: Hindrance | undefined;
  /** The number of times that an execution may be put off. */
  retries: number;
};

/** Reads the facts about an execution. The statements must see one state of the database. */
export async function readFacts({ tx, blobs }: { tx: Tx; blobs: BlobStore }, execution: ExecutionRow, retries: number): Promise<Facts> {
  const { first, end } = await selectBounds(tx, execution.id);
  const course = {
    ...(await selectCourse(tx, execution.id)),
    last_error_line: await lastError({ tx, blobs }, execution.id),
    log_lines: end - first,
  };
  const engines = await selectTargetEngines(tx, course, execution.workspace_id);
  const hindrance = await selectHindrance(tx, execution.id);
  return { execution, course, engines, hindrance, retries };
}
