import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestServer } from '../../../test/support/server.ts';
import { newId } from '../base/id.ts';
import { firstIdAt, keepPartitions, listPartitions, partitionAt, type PartitionedTable } from './partitions.ts';
import { identifier, sql } from './sql.ts';

const { platform } = await startTestServer();
const { db } = platform;
const now = new Date();
const nowAnd = (...later: number[]): string[] => later.map((one) => partitionAt({ table: 'cut', length: 'week' }, now, one).name);

let number = 0;
/** A table that is cut, with the name of its partitions beginning anew. */
async function cutTable(more: Partial<PartitionedTable> = {}, withDefault = true): Promise<PartitionedTable> {
  const table = `cut_${(number += 1)}`;
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
const placeOf = async (table: string, id: string): Promise<string> =>
  (await db.reader.only<{ place: string }>(sql`select tableoid::regclass::text as place from ${identifier(table)} where row_id = ${id}`))
    .place;
const of = (table: string, names: readonly string[]): string[] => names.map((name) => name.replace('cut', table));

describe('partitions', () => {
  test('are named by their first day, and ids of their time lie in them', () => {
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

  test('of now and the next two spans are made once, however many make them at once', async () => {
    const kept = await cutTable();
    const all = await Promise.all([1, 2, 3].map(() => keepPartitions(db, kept, 60)));
    assert.deepEqual(all.flatMap(({ made }) => made).toSorted(), of(kept.table, nowAnd(0, 1, 2)));
    assert.deepEqual(await keepPartitions(db, kept, 60), { made: [], dropped: [] });
    const listed = await listPartitions(db.reader, kept);
    assert.deepEqual(
      listed,
      [0, 1, 2].map((later) => partitionAt(kept, now, later)),
    );
    const id = newId();
    await insert(kept.table, id);
    assert.equal(await placeOf(kept.table, id), listed[0]?.name);
  });

  test('take constraints, indexes and storage from their table', async () => {
    const kept = await cutTable({ storage: 'fillfactor = 75' });
    const { made } = await keepPartitions(db, kept, 60);
    const row = await db.reader.only(sql`
      select c.reloptions as options, (select count(*) from pg_index i where i.indrelid = c.oid) as indexes,
             (select count(*) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as checks
      from pg_class c
      where c.oid = to_regclass(${made[0]})`);
    assert.deepEqual(row, { options: ['fillfactor=75'], indexes: 2, checks: 1 });
  });

  test('take their rows out of the default partition, and leave it what says no time', async () => {
    const kept = await cutTable();
    const [early, odd] = [newId(), 'ffffffff-0000-4000-8000-000000000000'];
    await insert(kept.table, early);
    await insert(kept.table, odd);
    assert.equal(await placeOf(kept.table, early), `${kept.table}_rest`);
    await keepPartitions(db, kept, 60);
    assert.deepEqual(
      [await placeOf(kept.table, early), await placeOf(kept.table, odd)],
      [...of(kept.table, nowAnd(0)), `${kept.table}_rest`],
    );
  });

  test('can do without a default partition', async () => {
    const kept = await cutTable({}, false);
    assert.equal((await keepPartitions(db, kept, 60)).made.length, 3);
  });

  test('go as a whole once their last moment is older than the history', async () => {
    const kept = await cutTable();
    await keepPartitions(db, kept, 60);
    assert.deepEqual((await keepPartitions(db, kept, 0)).dropped, [], 'its week is not over');
    assert.deepEqual((await keepPartitions(db, kept, -7)).dropped, of(kept.table, nowAnd(0)));
    const [first] = await listPartitions(db.reader, kept);
    assert.equal(first?.name, of(kept.table, nowAnd(1))[0]);
  });

  test('stay while something needs them', async () => {
    const asked: string[] = [];
    const kept = await cutTable({ isNeeded: async (_tx, { from }) => asked.push(from) === 1 });
    await keepPartitions(db, kept, 60);
    assert.deepEqual((await keepPartitions(db, kept, -7)).dropped, []);
    assert.deepEqual((await keepPartitions(db, kept, -7)).dropped, of(kept.table, nowAnd(0)));
    assert.equal(new Set(asked).size, 1);
  });

  test('that somebody reads are dropped after that, and writers do not wait for it', async () => {
    const kept = await cutTable();
    await keepPartitions(db, kept, 60);
    const later = firstIdAt(new Date(now.getTime() + 7 * 86_400_000));
    let dropping: Promise<{ dropped: string[] }> | undefined;
    await db.transaction(async (tx) => {
      await tx.rows(sql`select row_id from ${identifier(kept.table)}`);
      dropping = keepPartitions(db, kept, -7);
      await insert(kept.table, later);
    });
    assert.deepEqual((await dropping)?.dropped, of(kept.table, nowAnd(0)));
    assert.equal(await placeOf(kept.table, later), of(kept.table, nowAnd(1))[0]);
  });
});
