/** What a list of tasks shows of each of them. */
import type { Schema } from '@millrace/contract';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type LastRunRow, selectLastRuns, toTaskVersion } from '../../processing/task-executions/index.ts';
import { nextStartOf } from '../schedules/index.ts';
import { pageOfTasks } from './rows.ts';

type OverviewRow = {
  id: string;
  version: number;
  artifact_name: string;
  artifact_version: string;
  newest_version: string;
  tags: string[];
  next_at: Date | null;
};

/**
 * The largest number of executions of a task in an overview.
 * @rule tasks.overview.runs
 */
const MOST_RUNS = 10;

/**
 * Reads the overviews of the tasks that the actor may see, with the executions since a time.
 * @rule tasks.overview.right
 * @rule tasks.overview.next
 */
export async function readOverviewsOfTasks(tx: Tx, actor: Actor, ids: readonly string[], since: Date): Promise<Schema<'TaskOverview'>[]> {
  const { rows } = await pageOfTasks<OverviewRow>(
    tx,
    actor,
    { limit: ids.length, offset: 0 },
    {
      columns: sql`
      t.id, t.version, a.name as artifact_name, v.version as artifact_version, t.tags,
      (select n.version
       from artifact_version n
       where n.artifact_id = v.artifact_id
       order by n.created_at desc, n.id desc
       limit 1) as newest_version,
      case when t.paused_at is null then ${nextStartOf('task', sql`t.id`)} end as next_at`,
      joins: sql`
      join artifact_version v on v.id = t.artifact_version_id
      join artifact a on a.id = v.artifact_id`,
      where: [sql`t.id = any (${[...ids]}::uuid[])`],
    },
  );
  const runs = await selectLastRuns(
    tx,
    rows.map(({ id }) => id),
    since,
    MOST_RUNS,
  );
  const runsOf = Map.groupBy(runs, (run) => run.task_id);
  return rows.map((row) => toOverviewJson(row, runsOf.get(row.id) ?? []));
}

const toOverviewJson = (row: OverviewRow, runs: readonly LastRunRow[]): Schema<'TaskOverview'> => ({
  taskId: row.id,
  version: toTaskVersion(row.version),
  artifactName: row.artifact_name,
  artifactVersion: row.artifact_version,
  ...(row.newest_version !== row.artifact_version && { newerArtifactVersion: row.newest_version }),
  tags: row.tags,
  ...(row.next_at && { nextStart: row.next_at.toISOString() }),
  lastRuns: runs.map((run) => ({
    executionId: run.id,
    executionStatus: run.status,
    triggerTimestamp: run.triggered_at.toISOString(),
    ...presentFields({
      startTimestamp: run.started_at?.toISOString(),
      finishTimestamp: run.finished_at?.toISOString(),
      errorMessage: run.error_message,
    }),
  })),
});
