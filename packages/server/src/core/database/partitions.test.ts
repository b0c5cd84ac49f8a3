// run: own server because it adds tables
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stayWithinOneDay } from '../../../test/support/one-day.ts';
import { startOwnServer } from '../../../test/support/server.ts';
import { newId } from '../base/id.ts';
import { firstIdAt, maintainPartitions, listPartitions, partitionAt, type PartitionedTable } from './partitions.ts';
import { identifier, sql } from './sql.ts';

const { platform } = await startOwnServer();
const { db } = platform;
await stayWithinOneDay();
const now = new Date();
/** The names of partitions of a table; each is counted from the current one. */
const namesOf = (table: string, ...later: number[]): string[] =>
  later.map((count) => partitionAt({ table, length: 'week' }, now, count).name);

let tables = 0;
/** Creates a partitioned table with a name of its own. */
async function createTable(more: Partial<PartitionedTable> = {}, withDefault = true): Promise<PartitionedTable> {
  const table = `cut_${(tables += 1)}`;
  await db.writer.rows(sql`
    create table ${identifier(table)} (
      row_id uuid primary key,
      word text not null default 'none' constraint word_is_long check (length(word) > 2)
    ) partition by range (row_id)`);
  await db.writer.rows(sql`create index ${identifier(`${table}_word`)} on ${identifier(table)} (word)`);
  if (withDefault) await db.writer.rows(sql`create table ${identifier(`${table}_rest`)} partition of ${identifier(table)} default`);
  return { table, key: 'row_id', length: 'week', ...more };
}
const insert = (table: string, id: string): Promise<unknown> =>
  db.writer.rows(sql`insert into ${identifier(table)} (row_id) values (${id})`);
const partitionOf = async (table: string, id: string): Promise<string> =>
  (await db.reader.only<{ name: string }>(sql`select tableoid::regclass::text as name from ${identifier(table)} where row_id = ${id}`))
    .name;

describe('partitions', () => {
  test('are named after their first day and contain the ids of their time', () => {
    const month = partitionAt({ table: 'log', length: 'month' }, new Date('2026-12-31T23:59:59.999Z'));
    assert.deepEqual(month, { name: 'log_2026_12', from: firstIdAt(new Date('2026-12-01')), to: firstIdAt(new Date('2027-01-01')) });
    assert.equal(partitionAt({ table: 'log', length: 'month' }, new Date('2026-12-31T23:59:59.999Z'), 2).name, 'log_2027_02');
    const week = partitionAt({ table: 'log', length: 'week' }, new Date('2027-01-03T23:59:59.999Z'));
    assert.deepEqual(week, { name: 'log_2026_12_28', from: firstIdAt(new Date('2026-12-28')), to: firstIdAt(new Date('2027-01-04')) });
    assert.equal(partitionAt({ table: 'log', length: 'week' }, new Date('2027-01-04'), -1).name, 'log_2026_12_28');
    assert.equal(firstIdAt(new Date(0)), '00000000-0000-0000-0000-000000000000');
    for (const length of ['week', 'month'] as const) {
      const id = newId();
      const { from, to } = partitionAt({ table: 'log', length }, new Date());
      assert.ok(from < id && id < to);
    }
  });

  test('for now and the next two weeks are created once, also by concurrent calls', async () => {
    const partitioned = await createTable();
    const all = await Promise.all([1, 2, 3].map(() => maintainPartitions(db, partitioned, 60)));
    assert.deepEqual(all.flatMap(({ made }) => made).toSorted(), namesOf(partitioned.table, 0, 1, 2));
    assert.deepEqual(await maintainPartitions(db, partitioned, 60), { made: [], dropped: [] });
    const listed = await listPartitions(db.reader, partitioned);
    assert.deepEqual(
      listed,
      [0, 1, 2].map((later) => partitionAt(partitioned, now, later)),
    );
    const id = newId();
    await insert(partitioned.table, id);
    assert.equal(await partitionOf(partitioned.table, id), listed[0]?.name);
  });

  test('have the constraints, indexes and storage settings of their table', async () => {
    const partitioned = await createTable({ storage: 'fillfactor = 75' });
    const { made } = await maintainPartitions(db, partitioned, 60);
    const row = await db.reader.only(sql`
      select c.reloptions as options, (select count(*) from pg_index i where i.indrelid = c.oid) as indexes,
             (select count(*) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as checks
      from pg_class c
      where c.oid = to_regclass(${made[0]})`);
    assert.deepEqual(row, { options: ['fillfactor=75'], indexes: 2, checks: 1 });
  });

  test('take their rows from the default partition, which keeps ids without a time', async () => {
    const partitioned = await createTable();
    const [early, timeless] = [newId(), 'ffffffff-0000-4000-8000-000000000000'];
    await insert(partitioned.table, early);
    await insert(partitioned.table, timeless);
    assert.equal(await partitionOf(partitioned.table, early), `${partitioned.table}_rest`);
    await maintainPartitions(db, partitioned, 60);
    assert.deepEqual(
      [await partitionOf(partitioned.table, early), await partitionOf(partitioned.table, timeless)],
      [...namesOf(partitioned.table, 0), `${partitioned.table}_rest`],
    );
  });

  test('need no default partition', async () => {
    const partitioned = await createTable({}, false);
    assert.equal((await maintainPartitions(db, partitioned, 60)).made.length, 3);
  });

  test('are dropped when their last moment is older than the history', async () => {
    const partitioned = await createTable();
    await maintainPartitions(db, partitioned, 60);
    assert.deepEqual((await maintainPartitions(db, partitioned, 0)).dropped, [], 'its week is not over');
    assert.deepEqual((await maintainPartitions(db, partitioned, -7)).dropped, namesOf(partitioned.table, 0));
    const [first] = await listPartitions(db.reader, partitioned);
    assert.equal(first?.name, namesOf(partitioned.table, 1)[0]);
  });

  test('are not dropped while they are needed', async () => {
    const checkedRanges: string[] = [];
    const partitioned = await createTable({ isNeeded: async (_tx, { from }) => checkedRanges.push(from) === 1 });
    await maintainPartitions(db, partitioned, 60);
    assert.deepEqual((await maintainPartitions(db, partitioned, -7)).dropped, []);
    assert.deepEqual((await maintainPartitions(db, partitioned, -7)).dropped, namesOf(partitioned.table, 0));
    assert.equal(new Set(checkedRanges).size, 1);
  });

  test('are dropped after a concurrent reader has ended, and writers do not wait for that', async () => {
    const partitioned = await createTable();
    await maintainPartitions(db, partitioned, 60);
    const later = firstIdAt(new Date(now.getTime() + 7 * 86_400_000));
    let dropping: Promise<{ dropped: string[] }> | undefined;
    await db.transaction(async (tx) => {
      await tx.rows(sql`select row_id from ${identifier(partitioned.table)}`);
      dropping = maintainPartitions(db, partitioned, -7);
      await insert(partitioned.table, later);
    });
    assert.deepEqual((await dropping)?.dropped, namesOf(partitioned.table, 0));
    assert.equal(await partitionOf(partitioned.table, later), namesOf(partitioned.table, 1)[0]);
  });
});
