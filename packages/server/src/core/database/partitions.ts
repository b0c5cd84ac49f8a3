/**
 * Tables partitioned by time: a partition holds the rows whose ids, UUIDs of version 7, were created in one day, week or month, and is dropped as a
 * whole when it is old. A default partition takes all other ids, so that no insert fails.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isLockTimeout, type Database } from './db.ts';
import type { Log } from '../observability/log.ts';
import { identifier, sql, verbatim, type Tx } from './sql.ts';

/** The length of a partition: a day, or from a Monday or the first of a month, in UTC. */
export type PartitionLength = 'day' | 'week' | 'month';

/** A table that is partitioned by the time of its ids. */
export type PartitionedTable = {
  table: string;
  /** The column that holds the ids. */
  key: string;
  length: PartitionLength;
  /** The days for which its rows are kept; by default those of the history. */
  days?: number;
  /** Storage parameters of its partitions, such as `fillfactor = 75`: they are not inherited. */
  storage?: string;
  /** Returns whether rows of these ids are still needed; the partition stays until they are not. */
  isNeeded?(tx: Tx, ids: IdRange): Promise<boolean>;
};

/** A range of ids; `to` is not part of it. */
export type IdRange = { from: string; to: string };

/** A partition by its name and its ids. */
export type Partition = IdRange & { name: string };

/** The number of partitions that are created in advance. */
const AHEAD = 2;
const DAY = 86_400_000;
/** A statement that waits for the lock of a table blocks all later statements on it. So each wait is short, and there are several attempts. */
const LOCK_TIMEOUT = '200ms';
const ATTEMPTS = 10;
const PAUSE_MILLISECONDS = 300;

/** The smallest id with a given time. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The partition for ids with a given time, or a partition after it: `later` counts partitions. */
export function partitionAt({ table, length }: Pick<PartitionedTable, 'table' | 'length'>, moment: Date, later = 0): Partition {
  const { from, to } = PERIODS[length](moment, later);
  const day = from.toISOString().slice(0, length === 'month' ? 7 : 10);
  return { name: `${table}_${day.replaceAll('-', '_')}`, from: firstIdAt(from), to: firstIdAt(to) };
}

type Period = { from: Date; to: Date };

function monthOf(moment: Date, later: number): Period {
  const first = (months: number): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
  return { from: first(later), to: first(later + 1) };
}

function weekOf(moment: Date, later: number): Period {
  const day = Math.floor(moment.getTime() / DAY);
  // The first day of the epoch was a Thursday.
  const monday = day - ((day + 3) % 7) + later * 7;
  return { from: new Date(monday * DAY), to: new Date((monday + 7) * DAY) };
}

function dayOf(moment: Date, later: number): Period {
  const day = Math.floor(moment.getTime() / DAY) + later;
  return { from: new Date(day * DAY), to: new Date((day + 1) * DAY) };
}

const PERIODS = { day: dayOf, week: weekOf, month: monthOf };

/** The partitions of a table, oldest first, without the default partition. */
export const listPartitions = (tx: Tx, { table }: Pick<PartitionedTable, 'table'>): Promise<Partition[]> =>
  tx.rows(sql`
    select b.name, b.ids[1] as "from", b.ids[2] as "to"
    from (
      select c.relname as name, regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM [(]''(.+)''[)] TO [(]''(.+)''[)]') as ids
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass(${table})
    ) b
    where b.ids is not null
    order by b.ids[1]`);

/** Creates the current and the next partitions, and drops those that ended more than so many days ago. Returns the names of both. */
export async function maintainPartitions(
  db: Database,
  partitioned: PartitionedTable,
  days: number,
): Promise<{ made: string[]; dropped: string[] }> {
  const { now } = await db.reader.only<{ now: Date }>(sql`select now() as now`);
  const oldest = firstIdAt(new Date(now.getTime() - days * DAY));
  const existing = await listPartitions(db.reader, partitioned);
  const ended = existing.filter(({ to }) => to <= oldest);
  const names = new Set(existing.map(({ name }) => name));
  const wanted = Array.from({ length: AHEAD + 1 }, (_, later) => partitionAt(partitioned, now, later)).filter(
    ({ name }) => !names.has(name),
  );
  return {
    made: await forEachPartition(db, wanted, (tx, partition) => makePartition(tx, partitioned, partition)),
    dropped: await forEachPartition(db, ended, (tx, partition) => dropPartition(tx, partitioned, partition)),
  };
}

/** The first id after the partitions that ended more than so many days ago: for tables without partitions. */
export async function firstKeptId(db: Database, length: PartitionLength, days: number): Promise<string> {
  const { now } = await db.reader.only<{ now: Date }>(sql`select now() as now`);
  return partitionAt({ table: 'any', length }, new Date(now.getTime() - days * DAY)).from;
}

/** Creates and drops the partitions of many tables; a failure of one table does not stop the others. */
export async function maintainAllPartitions(db: Database, log: Log, tables: readonly PartitionedTable[], days: number): Promise<void> {
  for (const partitioned of tables) {
    try {
      const changed = await maintainPartitions(db, partitioned, partitioned.days ?? days);
      if (changed.made.length + changed.dropped.length > 0)
        log.info({ table: partitioned.table, ...changed }, 'partitions made or dropped');
    } catch (error) {
      log.warn({ err: error, table: partitioned.table }, 'partitions could not be created or dropped; the next run tries again');
    }
  }
}

/**
 * Runs `work` for each partition in its own transaction, with retries while other transactions lock the table. Returns the names of the partitions
 * for which `work` returned true.
 */
async function forEachPartition(
  db: Database,
  partitions: readonly Partition[],
  work: (tx: Tx, partition: Partition) => Promise<boolean>,
): Promise<string[]> {
  const done: string[] = [];
  for (const partition of partitions) {
    const isDone = await withRetries(() =>
      db.transaction(async (tx) => {
        await tx.rows(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
        // Several processes do this at the same time.
        await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${partition.name}, 0))`);
        return work(tx, partition);
      }),
    );
    if (isDone) done.push(partition.name);
  }
  return done;
}

async function withRetries<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
      await wait(PAUSE_MILLISECONDS);
    }
  }
}

const partitionExists = async (tx: Tx, { name }: Partition): Promise<boolean> =>
  (await tx.only<{ there: boolean }>(sql`select to_regclass(${name}) is not null as there`)).there;

/** Other transactions can read and write the table meanwhile. Rows that belong to the new partition are moved out of the default partition. */
async function makePartition(tx: Tx, { table, key, storage }: PartitionedTable, partition: Partition): Promise<boolean> {
  if (await partitionExists(tx, partition)) return false;
  const [parent, child] = [identifier(table), identifier(partition.name)];
  await tx.rows(sql`create table ${child} (like ${parent} including all)${storage === undefined ? sql`` : verbatim(` with (${storage})`)}`);
  const rest = await tx.one<{ name: string }>(sql`
    select c.relname as name
    from pg_partitioned_table p
    join pg_class c on c.oid = p.partdefid
    where p.partrelid = to_regclass(${table})`);
  if (rest) {
    await tx.rows(sql`lock table ${identifier(rest.name)} in access exclusive mode`);
    await tx.rows(sql`
      with early as (
        delete from ${identifier(rest.name)}
        where ${identifier(key)} >= ${partition.from}
          and ${identifier(key)} < ${partition.to}
        returning *
      )
      insert into ${child}
      select early.*
      from early`);
  }
  const bounds = verbatim(`from ('${partition.from}') to ('${partition.to}')`);
  await tx.rows(sql`alter table ${parent} attach partition ${child} for values ${bounds}`);
  return true;
}

/** Drops a partition, unless its rows are still needed. This locks the table exclusively until the commit, which follows at once. */
async function dropPartition(tx: Tx, { isNeeded }: PartitionedTable, partition: Partition): Promise<boolean> {
  if (!(await partitionExists(tx, partition)) || (await isNeeded?.(tx, partition))) return false;
  await tx.rows(sql`drop table ${identifier(partition.name)}`);
  return true;
}
