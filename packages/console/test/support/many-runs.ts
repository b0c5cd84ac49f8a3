/** Many ended runs of a task, for tests of long lists. */
import { newId } from '../../../server/src/core/base/id.ts';
import { json, sql } from '../../../server/src/core/database/sql.ts';
import { pastExecution } from '../../../server/test/support/past-executions.ts';
import type { TestServer } from '../../../server/test/support/server.ts';

/** Makes runs named `<name> 0`, `<name> 1` and so on. The first one ended at `ended`, in milliseconds since 1970, each other one a second earlier. */
export async function makeRuns(
  server: TestServer,
  task: Parameters<typeof pastExecution>[1],
  { count, ended, name = 'Run' }: { count: number; ended: number; name?: string },
): Promise<void> {
  const first = await pastExecution(server, task, { triggeredAt: new Date(ended - 3_600_000) });
  const copies = Array.from({ length: count }, (_, number) => ({
    id: newId(),
    finished_at: new Date(ended - number * 1000),
    task_name: `${name} ${number}`,
  }));
  const { writer } = server.platform.db;
  await writer.rows(sql`
    insert into task_execution
    select (jsonb_populate_record(x, jsonb_build_object('id', c.id, 'finished_at', c.finished_at, 'task_name', c.task_name))).*
    from task_execution x
    cross join json_to_recordset(${json(copies)}::json) as c (id uuid, finished_at timestamptz, task_name text)
    where x.id = ${first}`);
  await writer.rows(sql`delete from task_execution where id = ${first}`);
}
