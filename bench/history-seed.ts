/** An install with months of history, written by SQL: P19. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Partition, partitionAt, type PartitionLength } from '../packages/server/src/core/database/partitions.ts';

const DAY = 86_400_000;
const CHUNK = 500_000;
/** The newest executions are so old, that the measured ones come after them. */
const UNTIL_MILLISECONDS = 5 * 60_000;

/** The size of a history: its days, its executions, and the lines of logs that chunks hold. Each log has the lines of the log that was written. */
export type HistorySize = { days: number; executions: number; lines: number; linesOfLog: number };

/** Creates the partitions of the past days, as the product does while it runs. */
async function addPartitions(client: Client, table: string, length: PartitionLength, days: number, storage = ''): Promise<void> {
  const made = new Map<string, Partition>();
  for (let day = days + 1; day >= 0; day -= 1) {
    const partition = partitionAt({ table, length }, new Date(Date.now() - day * DAY));
    made.set(partition.name, partition);
  }
  for (const { name, from, to } of made.values())
    await client.query(`create table if not exists ${name} partition of ${table} for values from ('${from}') to ('${to}') ${storage}`);
}

/** The partition of the month in which an install began also has all earlier ids; it gets the bounds that a month of an older install has. */
async function boundFirstMonth(client: Client): Promise<void> {
  const { name, from, to } = partitionAt({ table: 'task_execution', length: 'month' }, new Date());
  await client.query(`alter table task_execution detach partition ${name}`);
  await client.query(`alter table task_execution attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** Adds executions of all tasks, which have ended, evenly over the days, and copies the chunks of a written log to so many of them as have lines. */
export async function addHistory(client: Client, written: string, { days, executions, lines, linesOfLog }: HistorySize): Promise<void> {
  const to = Date.now() - UNTIL_MILLISECONDS;
  const from = to - days * DAY;
  await boundFirstMonth(client);
  await addPartitions(client, 'task_execution', 'month', days, 'with (fillfactor = 75)');
  await addPartitions(client, 'log_chunk', 'week', days);
  await client.query(`
    create function bench_run_at(n bigint) returns timestamptz immutable parallel safe language sql return
      to_timestamp(${from / 1000} + n * ${(to - from) / 1000 / executions});
    create function bench_run_id(n bigint) returns uuid immutable parallel safe language sql return
      (lpad(to_hex((extract(epoch from bench_run_at(n)) * 1000)::bigint), 12, '0') || '7002' || '8' || lpad(to_hex(n), 15, '0'))::uuid`);
  await client.query(`
    create table bench_task as
    select row_number() over (order by t.id) - 1 as place, t.tenant_id, w.environment_id, t.workspace_id, t.id, t.name, w.owner_id
    from task t
    join workspace w on w.id = t.workspace_id`);
  const everyLog = Math.max(1, Math.floor((executions * linesOfLog) / lines));
  for (let done = 0; done < executions; done += CHUNK) {
    const numbers = [done, Math.min(executions, done + CHUNK) - 1];
    // Of a hundred executions two fail, each with one of forty causes, one is rejected, and one is ended by a person.
    await client.query(
      `insert into task_execution (
         id, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
         parameters, log_level, parallel_execution_allowed, execution_type, api_version, account_id, user_type, runtime_type, outcome, error_type,
         error_message, triggered_at, claimed_at, started_at, finished_at)
       select bench_run_id(n), t.tenant_id, t.environment_id, t.workspace_id, t.id, t.name, 1, '{}', 'bench', '1.0.0', 'inline', repeat('0', 64),
              '{}', 'INFO', true, 'SCHEDULED', '2021-03', t.owner_id, 'HUMAN', 'CLOUD',
              case n % 100 when 0 then 'EXECUTION_FAILED' when 1 then 'EXECUTION_FAILED' when 2 then 'EXECUTION_REJECTED'
                when 3 then 'EXECUTION_TERMINATED' else 'EXECUTION_SUCCESS' end,
              case when n % 100 < 2 then 'JOB_ERROR' end,
              case when n % 100 < 2 then 'Exception in component tDBInput_' || n / 100 % 40 || ': connection refused at line ' || n end,
              at, at + interval '0.1 seconds', at + interval '0.2 seconds', at + interval '2 seconds'
       from (select n, bench_run_at(n) as at from generate_series($1::bigint, $2::bigint) n) x
       join bench_task t on t.place = abs(hashint8(x.n)::bigint) % (select count(*) from bench_task)
       order by x.n`,
      numbers,
    );
    await client.query(
      `insert into log_chunk (
         execution_id, end_index, lines, first_at, last_at, clock_shift, severities, text_bytes, bytes, data, blob_key, blob_offset, settled)
       select bench_run_id(n), c.end_index, c.lines, bench_run_at(n), bench_run_at(n) + interval '1 second', c.clock_shift, c.severities, c.text_bytes,
              c.bytes, c.data, c.blob_key, c.blob_offset, true
       from generate_series($1::bigint, $2::bigint) n
       join log_chunk c on c.execution_id = $3
       where n % $4 = 0
       order by n`,
      [...numbers, written, everyLog],
    );
  }
  await client.query('vacuum analyze');
}

/** Waits until a running server has counted the past days and hours. Throws after so many milliseconds. */
export async function untilCounted(client: Client, timeout: number): Promise<void> {
  const text = `
    select (select count(*) from task_execution_counted_day)::int as days,
           (select count(*) from task_execution_counted_hour)::int as hours`;
  let counted = { days: 0, hours: 0 };
  for (const deadline = performance.now() + timeout; performance.now() < deadline; await wait(200)) {
    const { rows } = await client.query<typeof counted>(text);
    counted = rows[0] ?? counted;
    // The lists and Home look back over sixty days and seven days.
    if (counted.days >= 58 && counted.hours >= 168) return;
  }
  throw new Error(`The server counted ${counted.days} days and ${counted.hours} hours in time.`);
}
